import { getRouteApi } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import type { AuditAction } from '#contract/admin/audit.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { type AuditFilter, namesQuery } from '#web/features/admin/queries.ts';
import { texts } from '#web/features/admin/texts.ts';
import { actionOptions } from './labels.ts';
import { auditTexts } from './texts.ts';

const route = getRouteApi('/signed-in/admin/audit');

/** The filters of the audit trail. Their values are in the address. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = route.useNavigate();
  const { data: users } = useQuery(namesQuery);
  function choose(choice: AuditFilter) {
    void navigate({ search: (before) => ({ ...before, ...choice }), replace: true, resetScroll: false });
  }
  return (
    <Row role="search">
      <SelectInput
        label={auditTexts.action}
        options={actionOptions(useExtensions().auditActions)}
        value={filter.action ?? ''}
        onChange={(value) => choose({ action: (value || undefined) as AuditAction | undefined })}
      />
      <SelectInput
        label={auditTexts.user}
        options={userOptions(users, filter.user)}
        value={filter.user ?? ''}
        onChange={(value) => choose({ user: value || undefined })}
      />
    </Row>
  );
}

/** All users, and the chosen one even before the names are loaded or if it does not exist. */
function userOptions(
  users: readonly { _id: string; name: string }[] | undefined,
  chosen: string | undefined,
) {
  const known = (users ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return [
    { value: '', label: auditTexts.everyone },
    ...(isMissing ? [{ value: chosen, label: users ? auditTexts.unknownUser : texts.loading }] : []),
    ...known,
  ];
}

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.spacing(3),
}));

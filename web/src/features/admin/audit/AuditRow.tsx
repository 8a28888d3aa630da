import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import type { AuditEntry } from '#contract/admin/audit.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { TextLink } from '#web/ui/links.tsx';
import { StackingCell } from '#web/ui/StackingTable.tsx';
import { Time } from '#web/ui/Time.tsx';
import { actionLabel, saidLabel } from './labels.ts';
import { auditTexts } from './texts.ts';

export const AuditRow = memo(function AuditRow({ entry }: { entry: AuditEntry }) {
  const [details, address, requestId] = [entry.details, entry.address, entry.requestId].map(saidLabel);
  const { auditActions } = useExtensions();
  return (
    <TableRow hover>
      <StackingCell label={auditTexts.when} className="when">
        <Time value={entry.at} format="date-time" />
      </StackingCell>
      <StackingCell label={auditTexts.action} className="what">
        {actionLabel(entry.action, auditActions)}
      </StackingCell>
      <Person label={auditTexts.who} person={entry.actor} />
      <Person label={auditTexts.whom} person={entry.subject} />
      <StackingCell label={auditTexts.details} title={details}>
        {details}
      </StackingCell>
      <StackingCell label={auditTexts.address} className="address" title={address}>
        {address}
      </StackingCell>
      <StackingCell label={auditTexts.request} className="request" title={requestId}>
        {requestId}
      </StackingCell>
    </TableRow>
  );
});

/** A name links to everything its user did, and that was done to them. */
function Person({ label, person }: { label: string; person: UserRef | null }) {
  if (!person) return <StackingCell label={label} />;
  return (
    <StackingCell label={label} title={person.name}>
      <TextLink to="/admin/audit" search={{ user: person._id }} look="plain">
        {person.name}
      </TextLink>
    </StackingCell>
  );
}

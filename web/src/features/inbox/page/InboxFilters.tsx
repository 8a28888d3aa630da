import { styled } from '@mui/material/styles';
import { createLink, useNavigate } from '@tanstack/react-router';
import { reasons } from '#contract/conversation/inbox.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { PlaceAnchor } from '#web/ui/links.tsx';
import type { InboxFilter } from '#web/features/inbox/inbox-pages.ts';
import { texts } from '#web/features/inbox/texts.ts';

const views = ['all', 'unread', 'snoozed', 'done'] as const;

const options = [
  { value: '', label: texts.allReasons },
  ...reasons.map((value) => ({ value, label: texts.reasons[value] })),
];

/** Filters the inbox. All filters are in the address. */
export function InboxFilters({ filter }: { filter: InboxFilter }) {
  const navigate = useNavigate({ from: '/inbox' });
  const { state, reason = '' } = filter;
  return (
    <Row>
      <Views aria-label={texts.viewsLabel}>
        {views.map((view) => (
          <View
            key={view}
            to="/inbox"
            search={({ reason: kept }: Record<string, string | undefined>) => ({
              state: view === 'all' ? undefined : view,
              reason: kept,
            })}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={view === state ? 'true' : undefined}
          >
            {texts.views[view]}
          </View>
        ))}
      </Views>
      <Reason>
        <SelectInput
          label={texts.reason}
          options={options}
          value={reason}
          onChange={(value) =>
            void navigate({
              search: ({ bug: _, ...before }) => ({ ...before, reason: value }),
              resetScroll: false,
            })
          }
        />
      </Reason>
    </Row>
  );
}

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: theme.spacing(3),
}));

const Views = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  // On a narrow screen, the four buttons fill the line.
  [theme.breakpoints.down('sm')]: { flex: '1 0 100%' },
}));

const View = createLink(
  styled(PlaceAnchor)(({ theme }) => ({
    ...theme.typography.body2,
    fontWeight: 500,
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}` },
    [theme.breakpoints.up('sm')]: { minHeight: 36 },
    [theme.breakpoints.down('sm')]: { paddingInline: theme.spacing(2) },
  })),
);

const Reason = styled('div')(({ theme }) => ({
  width: 200,
  [theme.breakpoints.down('sm')]: { width: '100%' },
}));

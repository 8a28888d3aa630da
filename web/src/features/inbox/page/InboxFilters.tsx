import { createLink, useNavigate } from '@tanstack/react-router';
import { reasons } from '#contract/conversation/inbox.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { PlaceAnchor } from '#web/ui/links.tsx';
import type { InboxFilter } from '#web/features/inbox/inbox-pages.ts';
import { texts } from '#web/features/inbox/texts.ts';
import styles from './page.module.css';

const View = createLink(PlaceAnchor);

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
    <div className={styles.filters}>
      <nav className={styles.views} aria-label={texts.viewsLabel}>
        {views.map((view) => (
          <View
            key={view}
            className={styles.view}
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
      </nav>
      <div className={styles.reason}>
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
      </div>
    </div>
  );
}

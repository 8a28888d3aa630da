import { useQuery } from '@tanstack/react-query';
import { createLink, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { type InboxItem, type InboxState, type Reason, reasons } from '#contract/conversation/inbox.ts';
import { counted, formatNumber } from '#web/language/language.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Bar } from '#web/ui/FloatingBar.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ButtonRow } from '#web/ui/inputs/FormLayout.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ButtonLink, PlaceAnchor } from '#web/ui/links.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { unreadQuery } from '#web/features/inbox/data.ts';
import type { InboxFilter } from '#web/features/inbox/inbox-pages.ts';
import { isShelved } from './InboxRow.tsx';
import type { ListedRow } from './use-inbox-keys.ts';
import { mostUndone } from './use-inbox.ts';
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

interface ReadAllProps {
  reason: Reason | undefined;
  isAsked: boolean;
  onAsk: (isAsked: boolean) => void;
  onRead: () => void;
}

/** Marks all as read; asks first if there are too many for undo. */
export function ReadAll({ reason, isAsked, onAsk, onRead }: ReadAllProps) {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const isMany = unread > mostUndone;
  function read() {
    onAsk(false);
    if (unread > 0) onRead();
  }
  const readAtOnce = useEffectEvent(read);
  useEffect(() => {
    if (isAsked && !isMany) readAtOnce();
  }, [isAsked, isMany]);
  return (
    <>
      <Button variant="outlined" disabled={unread === 0} onClick={() => onAsk(true)}>
        {texts.readAll}
      </Button>
      <ConfirmDialog
        open={isAsked && isMany}
        title={texts.readAllTitle}
        text={texts.readAllText(reason === undefined ? counted(unread, texts.bug) : texts.reasons[reason])}
        confirmLabel={texts.readAll}
        confirmColor="primary"
        busy={false}
        problem={undefined}
        onConfirm={read}
        onClose={() => onAsk(false)}
      />
    </>
  );
}

interface BulkBarProps {
  selection: Selection<ListedRow>;
  onDone: (items: readonly InboxItem[]) => void;
  onSnooze: (items: readonly InboxItem[], anchor: HTMLElement) => void;
  onChange: (items: readonly InboxItem[], state: InboxState) => void;
}

/** The actions for the chosen rows. */
export function BulkBar({ selection, onDone, onSnooze, onChange }: BulkBarProps) {
  const items = selection.rows.map(({ item }) => item);
  return (
    <Bar isStatic aria-label={texts.selected(formatNumber(items.length))}>
      {texts.selected(formatNumber(items.length))}
      <ButtonRow>
        <Button size="small" variant="outlined" onClick={() => onDone(items)}>
          {items.every(isShelved) ? texts.notDone : texts.done}
        </Button>
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onSnooze(items, currentTarget)}
        >
          {texts.snooze}
        </Button>
        <Button size="small" variant="outlined" onClick={() => onChange(items, 'read')}>
          {texts.markRead}
        </Button>
        <Button size="small" variant="outlined" onClick={() => onChange(items, 'unread')}>
          {texts.markUnread}
        </Button>
        <Button size="small" onClick={() => selection.selectAll(false)}>
          {texts.clear}
        </Button>
      </ButtonRow>
    </Bar>
  );
}

/** Nothing is listed: in the inbox, a reason to be glad. */
export function InboxEmpty({ filter: { state, reason } }: { filter: InboxFilter }) {
  const isWhole = reason === undefined;
  return (
    <Surface>
      <EmptyState
        text={isWhole ? texts.empty[state] : texts.empty.reason}
        action={
          isWhole ? (
            <ButtonLink to="/bugs" variant="outlined">
              {texts.allBugs}
            </ButtonLink>
          ) : (
            <ButtonLink to="/inbox" search={state === 'all' ? {} : { state }} variant="outlined">
              {texts.allReasonsButton}
            </ButtonLink>
          )
        }
      />
    </Surface>
  );
}

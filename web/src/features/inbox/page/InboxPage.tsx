import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { BugBeside } from '#web/lib/bugs/opened.tsx';
import { useSelection } from '#web/lib/use-selection.ts';
import { ActionNotice, NoticeRegion } from '#web/ui/ActionNotice.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { sinceAnchor } from '#web/lib/time.tsx';
import { BulkBar, InboxEmpty, InboxFilters, ReadAll } from './controls.tsx';
import { InboxList, useRowHeight } from './InboxList.tsx';
import { isShelved } from './InboxRow.tsx';
import { filterIn } from '#web/features/inbox/data.ts';
import { focusRow, type ListedRow, rowAt, useInboxKeys, useLeftRow } from './use-inbox-keys.ts';
import { SnoozeMenu } from './SnoozeMenu.tsx';
import { texts } from '#web/features/inbox/texts.ts';
import { useInboxActions, useInboxRows } from './use-inbox.ts';
import styles from './page.module.css';

const route = getRouteApi('/signed-in/inbox');

interface Snoozing {
  readonly items: readonly InboxItem[];
  readonly anchor: HTMLElement;
  readonly isPicking: boolean;
}

/** The user's inbox, one row per bug, with a bug beside the rows if there is room. */
export function InboxPage(): React.JSX.Element {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state, reason } = filterIn(search);
  const filter = useMemo(() => ({ state, reason }), [state, reason]);
  const list = useInboxRows(filter);
  const rows = useMemo(() => list.rows.map((item): ListedRow => ({ _id: item.bug._id, item })), [list.rows]);
  const selection = useSelection(rows);
  const opensBeside = useMediaQuery('(width >= 1200px)');
  const opened = opensBeside ? search['bug'] : undefined;
  const rowHeight = useRowHeight(opened !== undefined);
  const frame = useRef<HTMLOListElement>(null);
  const scroller = useRef<(place: number) => void>(undefined);
  const actions = useInboxActions();
  const [snoozing, setSnoozing] = useState<Snoozing>();
  const [asksReadAll, setAsksReadAll] = useState(false);
  useLeftRow(frame, rows);

  function open(item: InboxItem | undefined) {
    void navigate({
      search: (before) => ({ ...before, bug: item?.bug._id }),
      hash: sinceAnchor.of(item?.firstUnread ?? null),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  }
  /** If the bug in the panel leaves the list, the panel shows the next one. */
  function follow(items: readonly InboxItem[]) {
    selection.drop(items.map(({ bug }) => bug._id));
    const at = rows.findIndex(({ _id }) => _id === opened);
    if (at === -1 || !items.some(({ bug }) => bug._id === opened)) return;
    const left = rows.filter(({ _id }) => !items.some(({ bug }) => bug._id === _id));
    open(left[Math.min(at, left.length - 1)]?.item);
  }
  function done(items: readonly InboxItem[]) {
    actions.change({ items, state: items.every(isShelved) ? 'read' : 'done' });
    follow(items);
  }
  function snooze(items: readonly InboxItem[], anchor: HTMLElement) {
    setSnoozing({ items, anchor, isPicking: false });
  }
  const { go, hold } = useInboxKeys(frame, {
    rows,
    selection,
    opened,
    follow: open,
    scrollTo: (place) => scroller.current?.(place),
    done,
    snooze,
    toggleRead: (items) =>
      actions.change({ items, state: items.some((item) => item.state === 'unread') ? 'read' : 'unread' }),
    readAll: () => setAsksReadAll(true),
  });
  function close() {
    const place = rows.findIndex(({ _id }) => _id === opened);
    open(undefined);
    focusRow(rowAt(frame.current, place));
  }
  const isEmpty = !list.loading && list.error === null && rows.length === 0;
  return (
    <Page
      title={texts.title}
      tabTitle={texts.title}
      actions={
        <ReadAll
          reason={reason}
          isAsked={asksReadAll}
          onAsk={setAsksReadAll}
          onRead={() => void actions.readAll(reason)}
        />
      }
    >
      <InboxFilters filter={filter} />
      <div className={styles.columns} data-beside={opened !== undefined}>
        <div>
          {rows.length > 0 && (
            <InboxList
              frame={frame}
              rows={rows}
              state={state}
              list={list}
              selection={selection}
              opened={opened}
              opensBeside={opensBeside}
              scroller={scroller}
              onStep={go}
              onDone={(item) => {
                hold();
                done([item]);
              }}
              onSnooze={(item, anchor) => {
                hold();
                snooze([item], anchor);
              }}
            />
          )}
          {list.loading && <TableSkeleton rowHeight={rowHeight} />}
          {list.error !== null && (
            <ErrorState title={texts.failed} text={reasonOf(list.error)} onRetry={list.retry} />
          )}
          {isEmpty && <InboxEmpty filter={filter} />}
        </div>
        {opened !== undefined && <BugBeside bugId={opened} onClose={close} />}
      </div>
      <div className={styles.bottom} data-beside={opened !== undefined}>
        {selection.rows.length > 0 && (
          <BulkBar
            selection={selection}
            onDone={done}
            onSnooze={snooze}
            onChange={(items, wanted) => {
              actions.change({ items, state: wanted });
              selection.selectAll(false);
            }}
          />
        )}
        <NoticeRegion>
          {actions.outcome && (
            <ActionNotice
              key={actions.outcome.id}
              problem={actions.outcome.problem}
              action={actions.outcome.next}
              closesItself
              onClose={actions.close}
            >
              {actions.outcome.text}
            </ActionNotice>
          )}
        </NoticeRegion>
      </div>
      {snoozing && (
        <SnoozeMenu
          anchor={snoozing.anchor}
          isPicking={snoozing.isPicking}
          onPick={() => setSnoozing({ ...snoozing, isPicking: true })}
          onSnooze={(snoozedUntil) => {
            actions.change({ items: snoozing.items, state: 'snoozed', snoozedUntil });
            follow(snoozing.items);
          }}
          onClose={() => setSnoozing(undefined)}
        />
      )}
    </Page>
  );
}

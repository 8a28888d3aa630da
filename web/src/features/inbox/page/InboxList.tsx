import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { InboxItem } from '#contract/conversation/inbox.ts';
import type { Selection } from '#web/lib/use-selection.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { byDays, useToday } from './lines.ts';
import type { InboxFilter } from '#web/features/inbox/inbox-pages.ts';
import { InboxRow } from './InboxRow.tsx';
import { texts } from '#web/features/inbox/texts.ts';
import type { ListedRow } from './use-inbox-keys.ts';
import type { InboxRows } from './use-inbox.ts';
import styles from './page.module.css';

const headingHeight = 36;

/**
 * The height of a row, beside an open bug or alone. All rows have the same height, so that a long list can be scrolled
 * without rendering all of it.
 */
export function useRowHeight(isBeside: boolean): number {
  const isPhone = useMediaQuery('(width < 600px)');
  if (isPhone) return 112;
  return isBeside ? 80 : 60;
}

/** How many rows before the end the next page is fetched. */
const ahead = 40;

interface Props {
  frame: RefObject<HTMLOListElement | null>;
  rows: readonly ListedRow[];
  state: InboxFilter['state'];
  list: Pick<InboxRows, 'hasMore' | 'loadMore'>;
  selection: Selection<ListedRow>;
  opened: string | undefined;
  opensBeside: boolean;
  /** Renders the row at an index. */
  scroller: RefObject<((place: number) => void) | undefined>;
  onStep: (step: 1 | -1) => void;
  onDone: (item: InboxItem) => void;
  onSnooze: (item: InboxItem, anchor: HTMLElement) => void;
}

/**
 * The bugs grouped by the day of their latest change, or of their return. Only those near the window are rendered;
 * spacers reserve the space of the rest.
 */
export function InboxList({ frame, rows, state, list, scroller, onStep, ...row }: Props) {
  const { hasMore, loadMore } = list;
  const today = useToday();
  const rowHeight = useRowHeight(row.opened !== undefined);
  const lines = useMemo(
    () =>
      byDays(
        rows.map(({ item }) => item),
        { state },
        { today },
      ),
    [rows, state, today],
  );
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [frame]);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => ('item' in (lines[index] ?? {}) ? rowHeight : headingHeight),
    getItemKey: (index) => keyOf(lines, index),
    overscan: 5,
    scrollMargin: top,
  });
  // The measured heights are those of the previous layout.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, lines]);
  useLayoutEffect(() => {
    scroller.current = (place) =>
      virtualizer.scrollToIndex(lines.findIndex((line) => 'item' in line && line.place === place));
  }, [scroller, virtualizer, lines]);
  const visible = virtualizer.getVirtualItems();
  const before = (visible[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((visible.at(-1)?.end ?? top) - top);
  const last = visible.at(-1)?.index ?? -1;

  const loadAhead = useEffectEvent(() => {
    if (hasMore && last >= lines.length - ahead) loadMore();
  });
  useEffect(() => loadAhead(), [last, lines.length, hasMore]);

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
    event.preventDefault();
    onStep(key === 'ArrowDown' ? 1 : -1);
  }

  return (
    <Surface className={styles.frame}>
      <ol className={styles.list} ref={frame} aria-label={texts.list} onKeyDown={onKeyDown}>
        {before > 0 && <li aria-hidden style={{ height: before }} />}
        {visible.map(({ index, key }) => {
          const line = lines[index];
          if (!line) return null;
          if (!('item' in line))
            return (
              <li key={key} className={styles.day} style={{ height: headingHeight }}>
                <h2>{line.heading}</h2>
              </li>
            );
          const shown = rows[line.place];
          return (
            shown && (
              <InboxRow
                key={key}
                row={shown}
                place={line.place}
                count={hasMore ? -1 : rows.length}
                height={rowHeight}
                isOpened={shown._id === row.opened}
                opensBeside={row.opensBeside}
                isSelected={row.selection.has(shown)}
                onSelect={row.selection.select}
                onDone={row.onDone}
                onSnooze={row.onSnooze}
              />
            )
          );
        })}
        {after > 0 && <li aria-hidden style={{ height: after }} />}
      </ol>
    </Surface>
  );
}

function keyOf(lines: ReturnType<typeof byDays>, index: number): string | number {
  const line = lines[index];
  if (!line) return index;
  return 'item' in line ? line.item.bug._id : line.day;
}

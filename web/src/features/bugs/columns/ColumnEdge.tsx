import type { KeyboardEvent, PointerEvent } from 'react';
import { columnWidth } from '#contract/bugs/views.ts';
import { columnId, type ListColumn } from './columns.tsx';
import { useListLayout } from './list-layout.ts';
import { columnTexts } from './texts.ts';
import styles from './ColumnEdge.module.css';

/** The step of an arrow key, in pixels. */
const step = 16;

interface Props {
  column: ListColumn;
  /** All visible columns. */
  columns: readonly ListColumn[];
}

/**
 * The edge before a column, which resizes it by dragging and by the arrow keys. The title gets the remaining width, so
 * that the edge follows the pointer. Enter and a double click restore the default width.
 */
export function ColumnEdge({ column: { name, width }, columns }: Props) {
  const { layout, choose } = useListLayout();

  function resize(wanted: number | undefined) {
    // What has no room now stays chosen.
    const chosen = layout.columns ?? columns.map((one) => ({ name: one.name }));
    const own = wanted === undefined ? {} : { width: within(wanted) };
    choose({ columns: chosen.map((one) => (one.name === name ? { name, ...own } : one)) });
  }

  function onKeyDown(event: KeyboardEvent) {
    const wanted = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: columnWidth.min,
      End: columnWidth.max,
      Enter: undefined,
    };
    if (!(event.key in wanted) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    resize(wanted[event.key as keyof typeof wanted]);
  }

  function onPointerDown({
    currentTarget: edge,
    clientX: from,
    pointerId,
    button,
  }: PointerEvent<HTMLElement>) {
    const heading = edge.closest('th');
    if (!heading || button !== 0) return;
    edge.setPointerCapture(pointerId);
    const end = new AbortController();
    let wanted = width;
    // Avoids rendering the rows again at each step.
    const move = ({ clientX }: globalThis.PointerEvent) => {
      wanted = within(width + from - clientX);
      heading.style.width = `${wanted}px`;
    };
    const stop = () => {
      end.abort();
      if (wanted !== width) resize(wanted);
    };
    edge.addEventListener('pointermove', move, { signal: end.signal });
    edge.addEventListener('pointerup', stop, { signal: end.signal });
    edge.addEventListener('pointercancel', stop, { signal: end.signal });
  }

  return (
    <span
      className={styles.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      // A name would become part of the heading's name.
      aria-roledescription={columnTexts.edge}
      aria-describedby={columnId(name)}
      aria-valuenow={width}
      aria-valuemin={columnWidth.min}
      aria-valuemax={columnWidth.max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => resize(undefined)}
    />
  );
}

function within(width: number): number {
  return Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));
}

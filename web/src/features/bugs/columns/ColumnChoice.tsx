import { type DragEvent, useId, useMemo, useState } from 'react';
import type { ViewColumn } from '#contract/bugs/views.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { OrderButtons } from '#web/lib/admin/OrderButtons.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import {
  chosenColumns,
  type ListColumn,
  useListLayout,
  useOfferedColumns,
  usualColumns,
} from './columns.tsx';
import { columnTexts } from './texts.ts';
import styles from './ColumnChoice.module.css';

/** Chooses the columns of the list, and their order. */
export function ColumnChoice() {
  const fields = useBugFields();
  const usual = useMemo(() => usualColumns(fields), [fields]);
  const { layout, choose } = useListLayout();
  const offered = useOfferedColumns();
  const heading = useId();
  const [dragged, setDragged] = useState<string>();
  const chosen: readonly ViewColumn[] = layout.columns ?? usual.map(({ name }) => ({ name }));
  const shown = chosenColumns(offered, chosen);
  const others = offered.filter(({ name }) => !shown.some((column) => column.name === name));

  function order(columns: readonly ListColumn[]) {
    const widthOf = (name: string) => chosen.find((one) => one.name === name)?.width;
    const next = columns.map(({ name }) => {
      const width = widthOf(name);
      return width === undefined ? { name } : { name, width };
    });
    const isUsual =
      next.every(({ width }) => width === undefined) &&
      next.map(({ name }) => name).join() === usual.map(({ name }) => name).join();
    choose({ columns: isUsual ? null : next });
  }
  function move(name: string, to: number) {
    const column = shown.find((one) => one.name === name);
    if (column) order(shown.filter((one) => one !== column).toSpliced(to, 0, column));
  }
  const dragging = (name: string, at: number) => ({
    draggable: true,
    'data-dragged': dragged === name,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.effectAllowed = 'move';
      dataTransfer.setData('text/plain', name);
      setDragged(name);
    },
    onDragOver(event: DragEvent) {
      event.preventDefault();
      if (dragged !== undefined && dragged !== name) move(dragged, at);
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd: () => setDragged(undefined),
  });

  return (
    <section className={styles.frame} aria-labelledby={heading}>
      <h3 id={heading}>{columnTexts.columns}</h3>
      <p>{columnTexts.titleFirst}</p>
      <ol>
        {/* A single list, so that a column removed from the chosen ones keeps the focus. */}
        {[...shown, ...others].map((column, at) => {
          const isShown = at < shown.length;
          return (
            <li key={column.name} {...(isShown && dragging(column.name, at))}>
              <SelectBox
                label={column.label}
                isLabelShown
                checked={isShown}
                onChange={() => order(isShown ? shown.filter((one) => one !== column) : [...shown, column])}
              />
              {isShown && (
                <OrderButtons
                  name={column.label}
                  at={at}
                  count={shown.length}
                  isBusy={false}
                  onMove={(to) => move(column.name, to)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Button size="small" aria-disabled={layout.columns === null} onClick={() => choose({ columns: null })}>
        {columnTexts.reset}
      </Button>
    </section>
  );
}

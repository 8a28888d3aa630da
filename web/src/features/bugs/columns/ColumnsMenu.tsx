import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { type DragEvent, useId, useState } from 'react';
import type { ViewColumn } from '#contract/bugs/views.ts';
import { listed } from '#web/language/language.ts';
import { OrderButtons } from '#web/lib/admin/OrderButtons.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { chosenColumns, fittingColumns, type ListColumn } from './columns.tsx';
import { useListLayout } from './list-layout.ts';
import { columnTexts } from './texts.ts';
import { useOfferedColumns } from './use-columns.ts';

interface Props {
  anchor: HTMLElement;
  /** The default columns of the list. */
  usual: readonly ListColumn[];
  onClose: () => void;
}

/** Chooses the columns of the list, and their order. */
export function ColumnsMenu({ anchor, usual, onClose }: Props) {
  const { layout, choose } = useListLayout();
  const offered = useOfferedColumns();
  const heading = useId();
  const [dragged, setDragged] = useState<string>();
  const chosen: readonly ViewColumn[] = layout.columns ?? usual.map(({ name }) => ({ name }));
  const shown = chosenColumns(offered, chosen);
  const others = offered.filter(({ name }) => !shown.some((column) => column.name === name));
  const table = document.querySelector<HTMLElement>('[role="table"]');
  const fitting = layout.columns === null || !table ? shown : fittingColumns(shown, table.clientWidth);
  const hidden = shown.slice(fitting.length);

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
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transitionDuration={{ enter: 120, exit: 0 }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading } }}
    >
      <Frame>
        <h2 id={heading}>{columnTexts.columns}</h2>
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
        <p role="status">
          {hidden.length > 0 ? columnTexts.noRoom(listed(hidden.map(({ label }) => label))) : ''}
        </p>
        <footer>
          <Button
            size="small"
            aria-disabled={layout.columns === null}
            onClick={() => choose({ columns: null })}
          >
            {columnTexts.reset}
          </Button>
          <Button size="small" variant="outlined" onClick={onClose}>
            {columnTexts.close}
          </Button>
        </footer>
      </Frame>
    </Popover>
  );
}

const Frame = styled('div')(({ theme }) => ({
  width: 300,
  maxWidth: '100%',
  padding: theme.spacing(3),
  '& h2': { ...theme.typography.subtitle2, margin: 0 },
  '& p': { ...theme.typography.caption, margin: 0, color: theme.vars.palette.text.secondary },
  '& ol': { margin: theme.spacing(2, 0), padding: 0, listStyle: 'none' },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: theme.spacing(9),
    borderRadius: 6,
  },
  '& li[draggable]': { cursor: 'grab' },
  '& li[data-dragged="true"]': { backgroundColor: theme.vars.palette.action.hover },
  '& footer': { display: 'flex', justifyContent: 'space-between', marginTop: theme.spacing(2) },
  '& [aria-disabled="true"]': { opacity: 0.4 },
}));

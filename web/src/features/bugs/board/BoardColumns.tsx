import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ChangeNotices } from '#web/features/bugs/change/ChangeNotices.tsx';
import { type GroupingField, useGroups } from '#web/features/bugs/fields/grouping.ts';
import { holdNotice, shortName } from '#web/features/bugs/change/field-change.tsx';
import { ArchivedColumn, BoardColumn } from './BoardColumn.tsx';
import type { CardData } from './BoardCard.tsx';
import {
  moveOptions,
  rankOfBug,
  type ShownColumn,
  startPlacing,
  targetOf,
  useMove,
  useSettledPlacings,
} from './use-move.ts';
import { boardTexts } from './texts.ts';
import styles from './board.module.css';

/** The open menu of a card, with the options that it had when it was opened. */
interface Menu {
  readonly bug: Bug;
  readonly anchor: HTMLElement;
  readonly options: readonly Option[];
}

interface Props {
  field: GroupingField;
  /** The filter that the bugs of all columns match. */
  filter: BugFilter;
}

/** The columns of a board. Cards are moved between them by dragging, by keys and by a menu. */
export function BoardColumns({ field, filter }: Props) {
  const groups = useGroups(field, filter);
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(new Map<string, ShownColumn>());
  const mover = useMove(field);
  const [menu, setMenu] = useState<Menu>();

  const columns = () => groups.flatMap(({ key }) => shown.current.get(key) ?? []);
  // No card can be moved to an archived column.
  const targets = () => columns().filter(({ group }) => isOpenToCards(group));
  const columnOf = (id: string) => columns().find(({ cards }) => cards.some(({ _id }) => _id === id));

  const drop = useEffectEvent((id: string, target: CardData) => {
    const from = columnOf(id);
    const bug = from?.cards.find(({ _id }) => _id === id);
    const column = shown.current.get(target.columnKey);
    if (!from || !bug || !column || (column.group.isArchived && column !== from)) return;
    const over = column.cards.findIndex(({ _id }) => _id === target.id);
    const at = over === -1 ? column.cards.length : over + (target.isBelow === true ? 1 : 0);
    mover.move(bug, from, { column, at });
  });
  useEffect(() => {
    const stopListening = monitorForElements({
      onDrop({ source, location }) {
        const [target] = location.current.dropTargets;
        if (target) drop(String(source.data['id']), target.data as unknown as CardData);
      },
    });
    const stopScrolling = frame.current ? autoScrollForElements({ element: frame.current }) : undefined;
    return () => {
      stopListening();
      stopScrolling?.();
    };
  }, []);

  /** The card with the focus, and its place. */
  function cardAt(target: EventTarget) {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
    const key = card?.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const from = columns().find(({ group }) => group.key === key);
    const at = Number(card?.dataset['at']);
    const bug = from?.cards[at];
    return card && from && bug && { card, from, at, bug };
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    const found = ctrlKey || metaKey || altKey ? undefined : cardAt(event.target);
    if (!found || (shortcutOf(event) !== 'm' && !key.startsWith('Arrow'))) return;
    const { card, from, at, bug } = found;
    event.preventDefault();
    if (!key.startsWith('Arrow')) card.querySelector<HTMLElement>('[aria-haspopup]')?.click();
    else if (event.shiftKey) {
      const to = targetOf(key, { columns: targets(), from, at });
      if (to) mover.move(bug, from, to);
    } else goTo(key, from, at);
  }

  /** Moves the focus to an adjacent card. */
  function goTo(key: string, from: ShownColumn, at: number) {
    if (key === 'ArrowUp' || key === 'ArrowDown') return from.focus(at + (key === 'ArrowUp' ? -1 : 1));
    const to = columnBeside(columns(), from, key === 'ArrowLeft' ? -1 : 1);
    to?.focus(Math.min(at, to.cards.length - 1));
  }

  function openMenu(bug: Bug, anchor: HTMLElement) {
    const options = moveOptions(targets(), columnOf(bug._id), mover.whyNot(bug));
    setMenu({ bug, anchor, options });
  }

  function choose(value: string) {
    const from = menu && columnOf(menu.bug._id);
    if (!menu || !from) return;
    const at = from.cards.findIndex(({ _id }) => _id === menu.bug._id);
    const to = targetOf(value, { columns: targets(), from, at });
    if (to) mover.move(menu.bug, from, to);
  }

  return (
    <>
      <nav className={styles.columnTabs} aria-label={boardTexts.columns}>
        {groups.filter(isOpenToCards).map(({ key, label }) => (
          <Button
            key={key}
            size="small"
            variant="outlined"
            onClick={() =>
              frame.current
                ?.querySelector(`[data-key="${CSS.escape(key)}"]`)
                ?.scrollIntoView({ block: 'nearest', inline: 'start' })
            }
          >
            {label}
          </Button>
        ))}
      </nav>
      <div className={styles.columns} ref={frame} onKeyDown={onKeyDown}>
        {groups.map((group) => {
          const { key } = group;
          const column = {
            group,
            field,
            filter,
            mover,
            onMenu: openMenu,
            onShown(is: ShownColumn) {
              shown.current.set(key, is);
              return () => void shown.current.delete(key);
            },
          };
          if (isOpenToCards(group)) return <BoardColumn key={key} {...column} />;
          return <ArchivedColumn key={key} {...column} />;
        })}
      </div>
      <VisuallyHidden role="status">{mover.said}</VisuallyHidden>
      {mover.question}
      {menu && (
        <ChoiceMenu
          anchor={menu.anchor}
          label={menu.anchor.ariaLabel ?? ''}
          options={menu.options}
          onChoose={choose}
          onClose={() => setMenu(undefined)}
        />
      )}
      <ChangeNotices width="full" cancellable="new-bug" undoAt="/bugs/create">
        {mover.refusal !== undefined && (
          <ActionNotice onClose={mover.closeRefusal}>{mover.refusal}</ActionNotice>
        )}
        <PlacingNotices />
      </ChangeNotices>
    </>
  );
}

const isOpenToCards = ({ isArchived }: Group) => isArchived !== true;

function columnBeside(
  columns: readonly ShownColumn[],
  from: ShownColumn,
  step: number,
): ShownColumn | undefined {
  const others = columns.slice(
    step < 0 ? 0 : columns.indexOf(from) + 1,
    step < 0 ? columns.indexOf(from) : undefined,
  );
  // Empty columns have nothing to focus.
  const filled = others.filter(({ cards }) => cards.length > 0);
  return step < 0 ? filled.at(-1) : filled[0];
}

/** The outcomes of moves within columns. */
function PlacingNotices() {
  const client = useQueryClient();
  return useSettledPlacings().map(({ id, mutation, placing, error }) => {
    const { bug, to, back, isUndo } = placing;
    const close = () => client.getMutationCache().remove(mutation);
    const name = shortName(bug);
    const undo = back && {
      label: boardTexts.undo,
      run() {
        close();
        startPlacing(client, { bug, to: back, back: to, rank: rankOfBug(bug), isUndo: !isUndo });
      },
    };
    return (
      <ActionNotice
        key={id}
        problem={error ? problemOf(boardTexts.notPlaced(name), error) : undefined}
        action={error ? undefined : undo}
        onClose={close}
        onHold={(isHeld) => holdNotice(mutation, isHeld)}
      >
        <strong>{isUndo ? boardTexts.placedBack(name) : boardTexts.placed(name)}</strong>
      </ActionNotice>
    );
  });
}

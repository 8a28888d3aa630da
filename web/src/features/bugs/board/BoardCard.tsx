import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { CommentIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { shortName } from '#web/features/bugs/change/field-change.tsx';
import styles from './board.module.css';
import { boardTexts } from './texts.ts';

/** The dragged card, or the card that it is held over. */
export interface CardData extends Record<string | symbol, unknown> {
  readonly id?: string;
  readonly columnKey: string;
  /** Whether the pointer is in the lower half. */
  readonly isBelow?: boolean;
}

export const cardId = (id: string) => `card-${id}`;

interface Props {
  bug: Bug;
  /** The field of the columns; their headings show its value. */
  groupedBy: BugFieldView['name'];
  columnKey: string;
  at: number;
  whyNot: string | undefined;
  onMenu: (bug: Bug, anchor: HTMLElement) => void;
}

/** A bug on the board. Its link covers the whole card. */
export const BoardCard = memo(function BoardCard({ bug, groupedBy, columnKey, at, whyNot, onMenu }: Props) {
  const fields = useBugFields();
  const root = useRef<HTMLDivElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const [edge, setEdge] = useState<'above' | 'below'>();
  const { _id: id } = bug;
  const mayMove = whyNot === undefined;

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const isBelow = (clientY: number) => {
      const { top, height } = element.getBoundingClientRect();
      return clientY > top + height / 2;
    };
    const stopDragging = draggable({
      element,
      canDrag: () => mayMove,
      getInitialData: (): CardData => ({ id, columnKey }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
    const stopTaking = dropTargetForElements({
      element,
      getData: ({ input }): CardData => ({ id, columnKey, isBelow: isBelow(input.clientY) }),
      onDrag: ({ self, source }) => {
        if (source.data['id'] === id) return;
        setEdge((self.data as unknown as CardData).isBelow === true ? 'below' : 'above');
      },
      onDragLeave: () => setEdge(undefined),
      onDrop: () => setEdge(undefined),
    });
    return () => {
      stopDragging();
      stopTaking();
    };
  }, [id, columnKey, mayMove]);

  const extras = fields.flatMap(({ name, inRow }) => {
    const extra = name === groupedBy ? null : inRow?.(bug[name]);
    return extra ? [<Fragment key={name}>{extra}</Fragment>] : [];
  });
  return (
    <div className={styles.cardRoot} ref={root} data-at={at} data-dragged={isDragged} title={whyNot}>
      {edge && <span className={styles.dropLine} data-edge={edge} />}
      <div className="head">
        <span className="number">{shortName(bug)}</span>
        <IconButton
          size="small"
          aria-label={boardTexts.move(shortName(bug))}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(bug, currentTarget)}
        >
          <span aria-hidden>⋯</span>
        </IconButton>
      </div>
      <TextLink id={cardId(id)} to="/bugs/$id" params={{ id }} look="plain" draggable={false}>
        {bug.title}
      </TextLink>
      <div className="values">
        {fields.map(
          ({ name, column, Value }) =>
            column && Value && name !== groupedBy && <Value key={name} value={bug[name] as never} />,
        )}
        {extras}
        {bug.comments !== undefined && bug.comments > 0 && (
          <span className="comments">
            <CommentIcon aria-hidden />
            {formatNumber(bug.comments)}
          </span>
        )}
      </div>
    </div>
  );
});

import { type ComponentProps, Fragment, memo, type ReactNode } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import { useExtensions } from '#web/lib/extensions.ts';
import { formatNumber } from '#web/language/language.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { CommentIcon, DeleteIcon, MoreIcon } from '#web/ui/icons.tsx';
import { followFromTime, TextLink } from '#web/ui/links.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Select } from '#web/lib/use-selection.ts';
import type { ChangeField } from '#web/features/bugs/change/field-keys.ts';
import { columnId, type ListColumn } from '#web/features/bugs/columns/columns.tsx';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { rowIndexOf, titleId } from './row-focus.ts';
import type { Layout } from './TableParts.tsx';
import { listTexts } from './texts.ts';
import styles from './list.module.css';

interface Props {
  bug: Bug;
  fields: readonly BugFieldView[];
  columns: readonly ListColumn[];
  /** Its zero-based place in the list. */
  at: number;
  /** Its `aria-rowindex`, if the table has more than this list. */
  rowIndex?: number;
  layout: Layout;
  list: WalkedList;
  isSelected: boolean;
  onSelect: Select<Bug>;
  /** Omitted if the user may not delete the bug. */
  onDelete: ((bug: Bug) => void) | undefined;
  /**
   * The names of the fields that the user may change in the row, as a single string so that memoization can compare it.
   */
  changeable: string;
  onOpenChoice: OpenChoice;
}

/** A bug in the list. Pressing it anywhere opens it: the title's link covers the whole row. */
export const BugRow = memo(function BugRow(props: Props) {
  const { bug, fields, columns, at, layout, list, isSelected, onSelect, onDelete, onOpenChoice } = props;
  const changeable = props.changeable.split(' ');
  const id = titleId(bug);
  const { asCards, rowHeight } = layout;
  const Root = asCards ? Card : Row;
  const badges = useExtensions().rowBadges.filter(({ isShown }) => isShown(bug));
  const ofFields = fields.flatMap(({ name, inRow }) => {
    // A field with a column is not repeated here.
    const extra = columns.some((column) => column.name === name) ? null : inRow?.(bug[name]);
    return extra ? [<Fragment key={name}>{extra}</Fragment>] : [];
  });
  const extras = [...badges.map(({ name, Badge }) => <Badge key={name} bug={bug} />), ...ofFields];
  const link = {
    to: '/bugs/$id',
    params: { id: bug._id },
    state: { bugList: { ...list, at, steps: 1 } },
  } as const;
  return (
    <Root
      role="row"
      aria-rowindex={props.rowIndex ?? rowIndexOf(at)}
      style={{ height: rowHeight }}
      onClick={followFromTime}
      onAuxClick={followFromTime}
    >
      <Cell className="title" title={bug.title}>
        <div>
          <SelectBox
            label={listTexts.select}
            describedBy={id}
            checked={isSelected}
            onChange={(isChecked, withShift) => onSelect(bug, isChecked, withShift)}
          />
          {bug.number !== undefined && <span className="number">{`#${bug.number}`}</span>}
          <TextLink id={id} {...link} look="plain">
            {bug.title}
          </TextLink>
          {bug.comments !== undefined && bug.comments > 0 && (
            <Comments title={listTexts.comments(bug.comments)}>
              <CommentIcon aria-hidden />
              <span aria-hidden>{formatNumber(bug.comments)}</span>
              <VisuallyHidden>{listTexts.comments(bug.comments)}</VisuallyHidden>
            </Comments>
          )}
          {!asCards && extras.length > 0 && <span className="beside">{extras}</span>}
        </div>
      </Cell>
      {columns.map(({ name, label, className, isLabelled, field, Cell: Value }) => (
        <Fragment key={name}>
          {asCards && name === 'createdBy' && extras.length > 0 && <Cell className="extras">{extras}</Cell>}
          <Cell className={className} data-label={asCards && isLabelled ? label : undefined}>
            {field ? (
              <RowValue
                field={field}
                bug={bug}
                isChangeable={changeable.includes(field.name)}
                describedBy={`${id} ${columnId(name)}`}
                onOpen={onOpenChoice}
              >
                <Value bug={bug} />
              </RowValue>
            ) : (
              <Value bug={bug} />
            )}
          </Cell>
        </Fragment>
      ))}
      <Cell className="actions">
        <TextLink {...link} aria-describedby={id}>
          {listTexts.view}
        </TextLink>
        {onDelete && (
          <IconButton
            size="small"
            aria-label={listTexts.delete}
            aria-describedby={id}
            onClick={() => onDelete(bug)}
          >
            <DeleteIcon />
          </IconButton>
        )}
        {/* For touch: pressing it shows the other actions. Screen readers and keys reach those without it. */}
        {asCards && (
          <span className="more" aria-hidden tabIndex={-1}>
            <MoreIcon />
          </span>
        )}
      </Cell>
    </Root>
  );
});

/** Some browsers drop the semantics of a table that CSS shows as cards; the role restores them. */
function Cell(cell: ComponentProps<'td'>) {
  return <td role="cell" {...cell} />;
}

function Row({ className = '', ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={`${styles.pressable} ${styles.row} ${className}`} />;
}

/** A title of up to two lines, and below it one line with chips and assignee. */
function Card({ className = '', ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={`${styles.pressable} ${styles.card} ${className}`} />;
}

/** The number of a bug's comments, beside its title. */
function Comments({ className = '', ...props }: ComponentProps<'span'>) {
  return <span {...props} className={`${styles.comments} ${className}`} />;
}

/** The open menu of a row. All rows share one menu, because a menu in each would slow down scrolling. */
export interface RowChoiceAt {
  readonly bug: Bug;
  readonly field: BugFieldView;
  readonly anchor: HTMLElement;
}

type OpenChoice = (at: RowChoiceAt) => void;

interface ValueProps {
  field: BugFieldView;
  bug: Bug;
  isChangeable: boolean;
  /** The ids of the bug's title and of the column's heading, which describe the button to screen readers. */
  describedBy: string;
  onOpen: OpenChoice;
  /** The shown value. */
  children: ReactNode;
}

/** A value in a row, which users with the permission can change in place. */
function RowValue({ field, bug, isChangeable, describedBy, onOpen, children }: ValueProps) {
  const { name, Choice } = field;
  if (!Choice || !isChangeable) return children;
  return (
    <span data-field={name}>
      <button
        className={styles.value}
        type="button"
        aria-describedby={describedBy}
        aria-haspopup={name === 'assignedTo' ? 'dialog' : 'menu'}
        onClick={({ currentTarget }) => onOpen({ bug, field, anchor: shownOf(currentTarget) })}
      >
        {children}
      </button>
    </span>
  );
}

/** The button, or its row if it has no column. */
function shownOf(button: HTMLElement): HTMLElement {
  if (button.getClientRects().length > 0) return button;
  return button.closest('tr')?.querySelector<HTMLElement>('.title a') ?? button;
}

interface ChoiceProps extends RowChoiceAt {
  onChange: ChangeField;
  onClose: () => void;
}

/** The open menu. */
export function RowChoice({ bug, field, anchor, onChange, onClose }: ChoiceProps) {
  const { name, label, Choice } = field;
  if (!Choice) return null;
  return (
    <Choice
      anchor={anchor}
      label={label}
      value={bug[name]}
      onChange={(value) => onChange(name, { ...bug, [name]: value })}
      onClose={onClose}
    />
  );
}

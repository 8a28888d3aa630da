import type { ReactNode } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import type { ChangeField } from '#web/features/bugs/change/field-keys.ts';
import styles from './RowValue.module.css';

/** The open menu of a row. All rows share one, as a menu in each would slow down scrolling. */
export interface RowChoiceAt {
  readonly bug: Bug;
  readonly field: BugFieldView;
  readonly anchor: HTMLElement;
}

export type OpenChoice = (at: RowChoiceAt) => void;

interface Props {
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
export function RowValue({ field, bug, isChangeable, describedBy, onOpen, children }: Props) {
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

interface RowChoiceProps extends RowChoiceAt {
  onChange: ChangeField;
  onClose: () => void;
}

/** The open menu. */
export function RowChoice({ bug, field, anchor, onChange, onClose }: RowChoiceProps) {
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

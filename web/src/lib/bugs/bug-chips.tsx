import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { fieldLabels, labelOf, priorityLabels, statusLabels } from './bug-labels.ts';
import styles from './bug-chips.module.css';

/** Entries by value. Unknown values of other back ends have no colour and no symbol. */
type ByValue<T> = Readonly<Record<string, T>>;

const statusColors: ByValue<string> = { open: 'error', 'in-progress': 'warning', resolved: 'success' };
const priorityColors: ByValue<string> = { high: 'error', medium: 'warning', low: 'success' };

/* Symbols for the two scales: a ring, a half-filled ring or a tick, and one to three bars. */
const ring = 'M6 1.750a4.250 4.250 0 1 0 0 8.500 4.250 4.250 0 0 0 0-8.500Z';
const statusMarks: ByValue<string> = {
  open: ring,
  'in-progress': `${ring}M6 4v4M7.250 4.600v2.800`,
  resolved: 'm2 6.500 2.750 2.750L10 3.250',
};
const bars = ['M2 10V8', 'M6 10V5', 'M10 10V2'];
const priorityBars: ByValue<number> = { low: 1, medium: 2, high: 3 };

interface Named {
  /** Whether screen readers announce the field, if there is no heading or label. */
  isNamed?: boolean;
}

/** A status: its label and symbol on its colour. */
export function StatusChip({ status, isNamed = false }: Named & { status: Status }) {
  return (
    <span className={styles.chip} data-color={statusColors[status]}>
      <svg viewBox="0 0 12 12" aria-hidden>
        <path d={statusMarks[status]} />
      </svg>
      {isNamed && <VisuallyHidden>{`${fieldLabels.status}: `}</VisuallyHidden>}
      {labelOf(statusLabels, status)}
    </span>
  );
}

/** A priority: its label and bars on its colour. */
export function PriorityChip({ priority, isNamed = false }: Named & { priority: Priority }) {
  const filled = priorityBars[priority] ?? 0;
  return (
    <span className={styles.chip} data-color={priorityColors[priority]} data-scale="priority">
      <svg viewBox="0 0 12 12" aria-hidden>
        <path d={bars.slice(0, filled).join('')} />
        <path d={bars.slice(filled).join('')} opacity={0.3} />
      </svg>
      {isNamed && <VisuallyHidden>{`${fieldLabels.priority}: `}</VisuallyHidden>}
      {labelOf(priorityLabels, priority)}
    </span>
  );
}

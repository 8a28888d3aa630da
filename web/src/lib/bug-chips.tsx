import Chip from '@mui/material/Chip';
import type { Priority, Status } from '#contract/bugs.ts';
import { priorityLabels, statusLabels } from './bug-labels.ts';

const statusColors = { open: 'error', 'in-progress': 'warning', resolved: 'success' } as const;
const priorityColors = { high: 'error', medium: 'warning', low: 'success' } as const;

/** A status as its word on its colour. */
export function StatusChip({ status }: { status: Status }) {
  return <Chip color={statusColors[status]} label={statusLabels[status]} />;
}

/** A priority as its word on its colour. */
export function PriorityChip({ priority }: { priority: Priority }) {
  return <Chip color={priorityColors[priority]} label={priorityLabels[priority]} />;
}

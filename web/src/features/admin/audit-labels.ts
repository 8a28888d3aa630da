import { auditActions, type AuditAction } from '#contract/audit.ts';

/** The recorded word as a sentence begins. */
export function actionLabel(action: AuditAction): string {
  return action.charAt(0).toUpperCase() + action.slice(1);
}

export const actionOptions = [
  { value: '', label: 'All' },
  ...auditActions.map((value) => ({ value, label: actionLabel(value) })),
];

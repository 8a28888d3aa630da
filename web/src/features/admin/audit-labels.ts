import { auditActions, type AuditAction } from '#contract/audit.ts';
import { auditTexts } from './audit-texts.ts';

export function actionLabel(action: AuditAction): string {
  return auditTexts.actions[action];
}

export const actionOptions = [
  { value: '', label: auditTexts.all },
  ...auditActions.map((value) => ({ value, label: actionLabel(value) })),
];

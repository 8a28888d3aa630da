import { auditActions, type AuditAction } from '#contract/audit.ts';
import { texts } from '#web/features/admin/texts.ts';
import { auditTexts } from './texts.ts';

export function actionLabel(action: AuditAction): string {
  return auditTexts.actions[action];
}

const said: ReadonlyMap<string, string> = new Map([
  ...Object.entries(auditTexts.said),
  ...Object.entries(texts.roles),
]);

/** What the server says in an entry, in the language of the screens where it is known there. */
export function saidLabel(text: string): string {
  return said.get(text) ?? text;
}

export const actionOptions = [
  { value: '', label: auditTexts.all },
  ...auditActions.map((value) => ({ value, label: actionLabel(value) })),
];

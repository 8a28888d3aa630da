import { auditActions, type AuditAction } from '#contract/admin/audit.ts';
import { texts } from '#web/features/admin/texts.ts';
import { auditTexts } from './texts.ts';

/** The labels of actions; `added` are those of other features. */
export function actionLabel(action: AuditAction, added: Readonly<Record<string, string>>): string {
  const labels: Readonly<Record<string, string>> = { ...auditTexts.actions, ...added };
  return labels[action] ?? action;
}

const said: ReadonlyMap<string, string> = new Map([
  ...Object.entries(auditTexts.said),
  ...Object.entries(texts.roles),
]);

/** The server's text in an entry, translated if there is a translation. */
export function saidLabel(text: string): string {
  return said.get(text) ?? text;
}

export function actionOptions(added: Readonly<Record<string, string>>) {
  return [
    { value: '', label: auditTexts.all },
    ...auditActions.map((value) => ({ value, label: actionLabel(value, added) })),
  ];
}

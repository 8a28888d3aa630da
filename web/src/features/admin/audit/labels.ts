import { auditActions, type AuditAction } from '#contract/audit.ts';
import { texts } from '#web/features/admin/texts.ts';
import { auditTexts } from './texts.ts';

/** What the actions are called; `added` are those of other features. */
export function actionLabel(action: AuditAction, added: Readonly<Record<string, string>>): string {
  const labels: Readonly<Record<string, string>> = { ...auditTexts.actions, ...added };
  return labels[action] ?? action;
}

const said: ReadonlyMap<string, string> = new Map([
  ...Object.entries(auditTexts.said),
  ...Object.entries(texts.roles),
]);

/** What the server says in an entry, in the language of the screens where it is known there. */
export function saidLabel(text: string): string {
  return said.get(text) ?? text;
}

export function actionOptions(added: Readonly<Record<string, string>>) {
  return [
    { value: '', label: auditTexts.all },
    ...auditActions.map((value) => ({ value, label: actionLabel(value, added) })),
  ];
}

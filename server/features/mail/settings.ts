import { type Reason, reasons } from '#contract/conversation/inbox.ts';
import { type MailMode, type MailSettings, defaultMailSettings } from '#contract/conversation/mail.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';

type Row = Schema['mail_settings'];

/** The user's saved settings, or the defaults. */
export async function readSettings(db: Db, userId: string): Promise<MailSettings & { isSaved: boolean }> {
  const row = await db
    .selectFrom('mail_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? { ...toSettings(row), isSaved: true } : { ...defaultMailSettings, isSaved: false };
}

/** The settings of users, by their ids; those without a row have the defaults. */
export async function settingsOf(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => MailSettings> {
  const rows = await db
    .selectFrom('mail_settings')
    .selectAll()
    .where(engineOf(db).isAmong('user_id', JSON.stringify(userIds), 'uuid'))
    .execute();
  const saved = new Map(rows.map((row) => [row.user_id, toSettings(row)]));
  return (userId) => saved.get(userId) ?? defaultMailSettings;
}

export async function saveSettings(tx: Tx, userId: string, settings: MailSettings): Promise<void> {
  const { choices, digest, hour, weekday, timeZone, language } = settings;
  const row = {
    choices: JSON.stringify(choices),
    digest,
    hour,
    weekday,
    time_zone: timeZone,
    language,
  };
  await tx
    .insertInto('mail_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

function toSettings({ choices, digest, hour, weekday, time_zone, language }: Row): MailSettings {
  const stored = JSON.parse(choices) as Partial<Record<Reason, MailMode>>;
  return {
    choices: { ...defaultMailSettings.choices, ...stored },
    digest,
    hour,
    weekday,
    timeZone: time_zone,
    language,
  };
}

/** The mode for activity with these reasons: the most immediate of theirs. */
export function modeOf({ choices }: MailSettings, some: readonly Reason[]): MailMode {
  const modes = new Set(some.map((reason) => choices[reason]));
  if (modes.has('now')) return 'now';
  return modes.has('digest') ? 'digest' : 'inbox';
}

/** Whether a message with these reasons is sent without waiting for the bug to be quiet. */
export function isUrgent({ choices }: MailSettings, some: readonly Reason[]): boolean {
  return (['mentioned', 'assigned'] as const).some(
    (reason) => some.includes(reason) && choices[reason] === 'now',
  );
}

/** The choices of a user without mail. */
export const noMail = Object.fromEntries(
  reasons.map((reason) => [reason, 'inbox']),
) as MailSettings['choices'];

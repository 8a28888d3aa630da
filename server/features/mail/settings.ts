import { type Reason, namingReasons } from '#contract/conversation/inbox.ts';
import { type MailMode, type MailSettings, defaultMailSettings } from '#contract/conversation/mail.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** The user's saved settings, or the defaults. Mails pass the server's settings, for the language of the defaults. */
export async function readSettings(
  db: Db,
  userId: string,
  { language }: Pick<MailSettings, 'language'> = defaultMailSettings,
): Promise<MailSettings & { isSaved: boolean }> {
  const saved = (await findSaved(db, [userId])).get(userId);
  return { ...(saved ?? { ...defaultMailSettings, language }), isSaved: saved !== undefined };
}

/** The settings of users, by their ids; those without a row have the defaults. */
export async function settingsOf(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => MailSettings> {
  const saved = await findSaved(db, userIds);
  return (userId) => saved.get(userId) ?? defaultMailSettings;
}

async function findSaved(db: Db, userIds: readonly string[]): Promise<Map<string, MailSettings>> {
  const rows = await db
    .selectFrom('mail_settings')
    .select(['user_id', 'choices', 'digest', 'hour', 'weekday', 'time_zone as timeZone', 'language'])
    .where(engineOf(db).isAmong('user_id', JSON.stringify(userIds), 'uuid'))
    .execute();
  return new Map(
    rows.map(({ user_id: userId, choices, ...row }) => {
      const stored = JSON.parse(choices) as Partial<MailSettings['choices']>;
      return [userId, { ...row, choices: { ...defaultMailSettings.choices, ...stored } }];
    }),
  );
}

export async function saveSettings(tx: Tx, userId: string, settings: MailSettings): Promise<void> {
  const { choices, timeZone, digest, hour, weekday, language } = settings;
  const row = { choices: JSON.stringify(choices), time_zone: timeZone, digest, hour, weekday, language };
  await tx
    .insertInto('mail_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** The mode for activity with these reasons: the most immediate of their modes. */
export function modeOf({ choices }: MailSettings, some: readonly Reason[]): MailMode {
  const modes = new Set(some.map((reason) => choices[reason]));
  if (modes.has('now')) return 'now';
  return modes.has('digest') ? 'digest' : 'inbox';
}

/** Whether a message with these reasons is sent without waiting for the bug to be quiet. */
export function isUrgent({ choices }: MailSettings, some: readonly Reason[]): boolean {
  return namingReasons.some((reason) => some.includes(reason) && choices[reason] === 'now');
}

import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Settings } from '#server/settings.ts';

/**
 * The address of a user, and the language of the user's mail. The name is left out, because a stranger may have chosen
 * it.
 */
interface Recipient {
  readonly address: string;
  readonly language: Language;
}

/** The recipient of mail to a user; undefined if the user is suspended. */
export async function findMailUser(
  db: Db,
  userId: string,
  { language }: Pick<Settings, 'language'>,
): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('mail_settings', 'mail_settings.user_id', 'users.id')
    .select(['users.email as address', 'mail_settings.language'])
    .where('users.id', '=', userId)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  return row && { address: row.address, language: row.language ?? language };
}

type Confirming = Pick<Settings, 'requiresConfirmedEmail'>;

/** Whether the user's address must be confirmed before it is used for anything but account mail. */
export async function isUnconfirmed(
  db: Db,
  userId: string,
  { requiresConfirmedEmail }: Confirming,
): Promise<boolean> {
  if (!requiresConfirmedEmail) return false;
  const waiting = await db
    .selectFrom('email_confirmations as waiting')
    .innerJoin('users', 'users.id', 'waiting.user_id')
    .select('waiting.id')
    .where('waiting.user_id', '=', userId)
    .where('waiting.is_change', '=', 0)
    .whereRef('waiting.email_key', '=', 'users.email_key')
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The recipient of mail on bugs; undefined if the user is suspended or still has to confirm the address. */
export async function findNotifiedUser(
  db: Db,
  userId: string,
  settings: Confirming & Pick<Settings, 'language'>,
): Promise<Recipient | undefined> {
  return (await isUnconfirmed(db, userId, settings)) ? undefined : findMailUser(db, userId, settings);
}

/** The language in which a user gets mail. */
export async function languageOf(
  db: Db,
  userId: string,
  { language }: Pick<Settings, 'language'>,
): Promise<Language> {
  const row = await db
    .selectFrom('mail_settings')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.language ?? language;
}

import type { Language } from '#contract/languages.ts';
import { languageCodes } from '#contract/mail.ts';
import type { Db } from '#server/db/schema.ts';
import type { MailAddress } from './mailer.ts';

/** The user's address; undefined where the user is suspended. */
export async function findMailUser(db: Db, userId: string): Promise<MailAddress | undefined> {
  return db
    .selectFrom('users')
    .select(['name', 'email as address'])
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

/** The language in which a user gets mail. */
export async function languageOf(db: Db, userId: string): Promise<Language> {
  const row = await db
    .selectFrom('mail_settings')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.language ?? languageCodes[0];
}

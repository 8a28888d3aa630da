import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/schema.ts';

/** The language in which a user gets mail. */
export async function languageOf(_db: Db, _userId: string): Promise<Language> {
  return 'en';
}

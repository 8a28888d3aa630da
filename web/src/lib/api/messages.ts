import { language } from '#web/language/language.ts';

/** What a message says in another language; undefined for one that it does not know. */
type Translate = (message: string) => string | undefined;

let translate: Translate = () => undefined;

/**
 * Fetches what the messages of the server and of the contract's schemas, which are in English, say in the language of
 * the screens. Without it, as where it cannot be fetched, they stay in English.
 */
export async function loadMessages(): Promise<void> {
  if (language === 'en') return;
  try {
    ({ translate } = await import('./messages.de.ts'));
  } catch {
    // English is better than no page.
  }
}

/** A message of the server or of the contract's schemas in the language of the screens. */
export function translated(message: string): string {
  return translate(message) ?? message;
}

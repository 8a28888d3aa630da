import { language } from '#web/language/language.ts';
import { translateMessages } from '#web/lib/api/api-error.ts';

/** Loads the messages in the language of the screens. Without them, messages are in English, as the server sends them. */
export async function loadMessages(): Promise<void> {
  if (language === 'en') return;
  try {
    translateMessages((await import('./messages.de.ts')).german);
  } catch {
    // English is better than no page.
  }
}

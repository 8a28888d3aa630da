import type { Language } from '#contract/languages.ts';
import { newId } from '#server/engine/id.ts';
import { accountTexts } from './account-texts.ts';
import type { Mailer } from '#server/jobs/mailer.ts';
import { messageIdOf } from './header-text.ts';
import { render } from './render.ts';

/**
 * Sends a test message at once.
 * @throws MailError
 */
export async function sendTestMessage(
  mailer: Mailer,
  to: string,
  { publicUrl, language = 'en' }: { publicUrl: string; language?: Language },
): Promise<void> {
  const content = accountTexts[language].test({ publicUrl });
  await mailer.send(
    {
      to: { address: to },
      subject: content.subject,
      ...render(content, language),
      messageId: messageIdOf(newId(), publicUrl),
    },
    // An answer is awaited.
    AbortSignal.timeout(20_000),
  );
}

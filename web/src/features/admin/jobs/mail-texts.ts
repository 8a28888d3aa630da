import { inLanguage } from '#web/language/language.ts';

export const mailTexts = inLanguage({
  en: {
    notSetUp: 'Mail is not set up: SMTP_URL and MAIL_FROM are not set.',
    test: 'Send a test message to myself',
    sent: 'The mail server has accepted a test message to you.',
    failed: 'The mail server did not accept the test message',
  },
  de: {
    notSetUp: 'E-Mail ist nicht eingerichtet: SMTP_URL und MAIL_FROM fehlen.',
    test: 'Testnachricht an mich senden',
    sent: 'Der Mailserver hat eine Testnachricht an Sie angenommen.',
    failed: 'Der Mailserver hat die Testnachricht nicht angenommen',
  },
});

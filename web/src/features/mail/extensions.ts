import { inLanguage } from '#web/language/language.ts';
import type { Extensions } from '#web/lib/extensions.ts';

const extensionTexts = inLanguage({
  en: { mail: 'Mail about bugs' },
  de: { mail: 'E-Mails zu Bugs' },
});

/** The mail settings, as a section of the profile. */
export const mailExtensions: Extensions = {
  profileSections: [
    { title: extensionTexts.mail, load: async () => (await import('./MailSection.tsx')).MailSection },
  ],
};

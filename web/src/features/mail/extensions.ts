import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';

/** The mail settings, as a section of the profile. */
export const mailExtensions: Extensions = {
  profileSections: [
    { title: extensionTexts.title, load: async () => (await import('./MailSection.tsx')).MailSection },
  ],
};

import { inLanguage } from '#web/language/language.ts';
import type { Extensions } from '#web/lib/extensions.ts';

const extensionTexts = inLanguage({
  en: { go: 'Go to your profile' },
  de: { go: 'Zum eigenen Profil' },
});

export const profileExtensions: Extensions = {
  banners: [
    {
      name: 'unconfirmed email',
      isShown: ({ emailConfirmed }) => !emailConfirmed,
      load: async () => (await import('./email-notices.tsx')).UnconfirmedEmail,
    },
  ],
  shortcuts: [{ keys: 'g p', label: extensionTexts.go, to: '/profile' }],
};

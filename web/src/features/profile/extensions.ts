import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';

export const profileExtensions: Extensions = {
  banners: [
    {
      name: 'unconfirmed email',
      isShown: ({ emailConfirmed }) => !emailConfirmed,
      load: async () => (await import('./UnconfirmedEmail.tsx')).UnconfirmedEmail,
    },
  ],
  shortcuts: [{ keys: 'g p', label: extensionTexts.go, to: '/profile' }],
};

import type { Extensions } from '#web/lib/extensions.ts';
import { inLanguage } from '#web/language/language.ts';

const extensionTexts = inLanguage({
  en: {
    open: 'While filing: show the first similar bug, then the next',
    same: 'While filing: the bug that is shown is the same, comment on it instead',
  },
  de: {
    open: 'Beim Melden: den ersten ähnlichen Bug zeigen, dann den nächsten',
    same: 'Beim Melden: der gezeigte Bug ist derselbe, dort kommentieren',
  },
});

/** Both work while the user types. */
export const openKey = 'Ctrl+.';
export const sameKey = 'Ctrl+j';

/** Bugs that may duplicate the one being filed, beside the form for a new bug. */
export const likelyDuplicatesExtensions: Extensions = {
  shortcuts: [
    { keys: openKey, label: extensionTexts.open, group: 'create' },
    { keys: sameKey, label: extensionTexts.same, group: 'create' },
  ],
  createAsides: [
    {
      name: 'likely duplicates',
      load: async () => (await import('./LikelyDuplicates.tsx')).LikelyDuplicates,
    },
  ],
};

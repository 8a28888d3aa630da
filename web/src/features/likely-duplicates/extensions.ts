import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { openKey, sameKey } from './keys.ts';

/** Bugs that may duplicate the one being filed, beside the form for a new bug. */
export const likelyDuplicatesExtensions: Extensions = {
  shortcuts: [
    { keys: openKey, label: extensionTexts.open },
    { keys: sameKey, label: extensionTexts.same },
  ],
  createAsides: [
    {
      name: 'likely duplicates',
      load: async () => (await import('./LikelyDuplicates.tsx')).LikelyDuplicates,
    },
  ],
};

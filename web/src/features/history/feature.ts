import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';

/** Of a bug that was never edited the version is 1. */
function countChanges({ version = 1 }: Bug): string {
  return version === 1 ? manifestTexts.none : counted(version - 1, manifestTexts.change);
}

/** What was changed on a bug, on its page. */
export const history = feature({
  open: [],
  protected: [],
  nav: [],
  bugSections: [
    {
      title: manifestTexts.history,
      hint: countChanges,
      load: async () => (await import('./History.tsx')).History,
    },
  ],
});

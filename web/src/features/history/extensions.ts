import { getHistory } from '#contract/history.ts';
import { counted } from '#web/language/language.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { extensionTexts } from './extension-texts.ts';

/** The history of bugs, as a section of their pages. */
export const historyExtensions: Extensions = {
  bugSections: [
    {
      title: extensionTexts.history,
      hint: countChanges,
      load: async () => (await import('./History.tsx')).History,
    },
  ],
  live: {
    bug: bugsEdited,
    // Every history may name the person.
    user: [endpointKey(getHistory)],
  },
};

/** Of a bug that was never edited the version is 1. */
function countChanges({ version = 1 }: Bug): string {
  return version === 1 ? extensionTexts.none : counted(version - 1, extensionTexts.change);
}

/** Fetches the histories of edited bugs again. */
async function bugsEdited(...[{ queryClient }, changes]: Parameters<OnChanges>): Promise<void> {
  const edited = new Set(changes.filter(({ version }) => version !== null).map(({ _id }) => _id));
  await reread(queryClient, {
    queryKey: endpointKey(getHistory),
    predicate: ({ queryKey }) => edited.has(String(queryKey[1])),
  });
}

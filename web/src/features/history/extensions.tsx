import type { ReactNode } from 'react';
import { getHistory } from '#contract/history.ts';
import { Ago } from '#web/lib/Ago.tsx';
import { endpointKey } from '#web/lib/api/query.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { Sentence } from '#web/ui/Sentence.tsx';
import { extensionTexts } from './extension-texts.ts';

/** The history of bugs, as a section of their pages. */
export const historyExtensions: Extensions = {
  bugSections: [
    {
      title: extensionTexts.history,
      hint: lastChange,
      load: async () => (await import('./History.tsx')).History,
    },
  ],
  live: {
    bug: bugsEdited,
    // Every history may name the person.
    user: [endpointKey(getHistory)],
  },
};

function lastChange({ createdAt, updatedAt }: Bug): ReactNode {
  if (updatedAt === createdAt) return extensionTexts.none;
  return <Sentence text={extensionTexts.lastChange} parts={{ ago: <Ago value={updatedAt} /> }} />;
}

/** Fetches the histories of edited bugs again. */
async function bugsEdited(...[{ queryClient }, changes]: Parameters<OnChanges>): Promise<void> {
  const edited = new Set(changes.filter(({ version }) => version !== null).map(({ _id }) => _id));
  await reread(queryClient, {
    queryKey: endpointKey(getHistory),
    predicate: ({ queryKey }) => edited.has(String(queryKey[1])),
  });
}

import { getBugReactions } from '#contract/conversation/comments.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { bugPagePart } from '#web/lib/bugs/bug-page.ts';
import { type OnChanges, reread } from '#web/lib/live/change.ts';
import { inLanguage } from '#web/language/language.ts';
import {
  bugMailQuery,
  bugReactionsQuery,
  forgetRelated,
  readNewest,
  refetchComments,
  timelineQuery,
  timelines,
} from './queries.ts';

const extensionTexts = inLanguage({
  en: {
    onOpenBug: 'on the page of a bug, once its comments are loaded',
    activity: 'Activity',
    reactions: 'Reactions',
    quote: 'Comment, quoting the selected text',
    quoteWords: 'reply answer write',
  },
  de: {
    onOpenBug: 'auf der Seite eines Bugs, wenn seine Kommentare geladen sind',
    activity: 'Aktivität',
    reactions: 'Reaktionen',
    quote: 'Kommentieren und den markierten Text zitieren',
    quoteWords: 'antworten schreiben Kommentar',
  },
});

/** The timeline of bugs, as a section of their pages. */
export const timelineExtensions: Extensions = {
  shortcuts: [
    {
      keys: 'r',
      label: extensionTexts.quote,
      words: extensionTexts.quoteWords,
      where: extensionTexts.onOpenBug,
      group: 'bug',
    },
  ],
  bugPage: [bugPagePart(timelineQuery), bugPagePart(bugReactionsQuery), bugPagePart(bugMailQuery)],
  bugSections: [
    { title: extensionTexts.activity, load: async () => (await import('./Timeline.tsx')).Timeline },
  ],
  bugTextParts: [
    { title: extensionTexts.reactions, load: async () => (await import('./Timeline.tsx')).BugReactions },
  ],
  live: {
    bug: bugsChanged,
    comments: bugsChanged,
    relations: bugsChanged,
    comment: ({ queryClient }, changes) =>
      refetchComments(
        queryClient,
        changes.map(({ _id }) => _id),
      ),
    reactions: async ({ queryClient }, changes) => {
      await Promise.all(changes.map(({ _id }) => reread(queryClient, bugReactionsQuery(_id))));
    },
    // Every timeline, and all reactions, may name the person.
    user: [timelines.queryKey, endpointKey(getBugReactions)],
  },
};

/** Fetches the newest entries of bugs that were edited or commented on. */
async function bugsChanged(...[{ queryClient }, changes]: Parameters<OnChanges>): Promise<void> {
  await Promise.all(changes.map(({ _id }) => readNewest(queryClient, _id)));
  await forgetRelated(queryClient, new Set(changes.map(({ _id }) => _id)));
}

import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { votesLive } from './queries.ts';
import { VotesBadge } from './VotesBadge.tsx';

/** Votes: the users affected by a bug, each with an environment. */
export const votesExtensions: Extensions = {
  // The command palette offers it as well.
  shortcuts: [{ keys: 'v', label: extensionTexts.meToo, where: extensionTexts.onOpenBug }],
  bugAsides: [{ title: extensionTexts.votes, load: async () => (await import('./MeToo.tsx')).MeToo }],
  rowBadges: [{ name: 'votes', isShown: ({ votes = 0 }) => votes > 0, Badge: VotesBadge }],
  live: votesLive,
};

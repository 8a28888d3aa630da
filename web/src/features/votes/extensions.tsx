import { counted, formatNumber, inLanguage } from '#web/language/language.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { bugPagePart } from '#web/lib/bugs/bug-page.ts';
import { votesLive, votesQuery } from './data.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './votes.module.css';

export const extensionTexts = inLanguage({
  en: {
    onOpenBug: 'on the page of a bug',
    votes: 'Me too',
    meToo: 'Mark or unmark this bug as affecting you',
    have: { one: 'person has this', other: 'people have this' },
  },
  de: {
    onOpenBug: 'auf der Seite eines Bugs',
    votes: 'Ich auch',
    meToo: 'Angeben, dass dieser Bug Sie auch betrifft, oder das rückgängig machen',
    have: { one: 'Person hat das', other: 'Personen haben das' },
  },
});

/** Votes: the users affected by a bug, each with an environment. */
export const votesExtensions: Extensions = {
  // The command palette offers it as well.
  shortcuts: [
    {
      keys: 'v',
      label: extensionTexts.meToo,
      words: extensionTexts.votes,
      where: extensionTexts.onOpenBug,
      group: 'bug',
    },
  ],
  bugPage: [bugPagePart(votesQuery)],
  bugAsides: [{ title: extensionTexts.votes, load: async () => (await import('./MeToo.tsx')).MeToo }],
  rowBadges: [{ name: 'votes', isShown: ({ votes = 0 }) => votes > 0, Badge: VotesBadge }],
  live: votesLive,
};

/** The number of users affected by a bug, in its row. */
function VotesBadge({ bug: { votes = 0 } }: { bug: Bug }) {
  const said = counted(votes, extensionTexts.have);
  return (
    <span className={styles.badge} title={said}>
      <span aria-hidden>
        <PeopleIcon />
        {formatNumber(votes)}
      </span>
      <VisuallyHidden>{said}</VisuallyHidden>
    </span>
  );
}

const PeopleIcon = strokeIcon(
  'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c0-4 2.500-6 6.500-6s6.500 2 6.500 6M15 4.300a3.500 3.500 0 0 1 0 6.400M17.500 14.500c2.500.8 4 2.600 4 5.500',
);

import { counted, formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { extensionTexts } from './extension-texts.ts';
import styles from './VotesBadge.module.css';

/** The number of users affected by a bug, in its row. */
export function VotesBadge({ bug: { votes = 0 } }: { bug: Bug }) {
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

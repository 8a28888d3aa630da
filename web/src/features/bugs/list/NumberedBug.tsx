import { useQuery } from '@tanstack/react-query';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { bugName, numberIn } from '#web/lib/bugs/bug-number.ts';
import { typingPause, useDebounced } from '#web/lib/use-debounced.ts';
import { TextLink } from '#web/ui/links.tsx';
import { numberedBugQuery } from '#web/features/bugs/data/queries.ts';
import { numberedBugId } from './row-elements.ts';
import styles from './NumberedBug.module.css';

/** A link to the bug whose number was typed, even if other bugs contain the text. */
export function NumberedBug({ text }: { text: string }) {
  const hasNumbers = useAdditions();
  const typed = hasNumbers ? numberIn(text.trim()) : undefined;
  const number = useDebounced(typed, typingPause);
  const { data: bug } = useQuery({ ...numberedBugQuery(number ?? 0), enabled: number !== undefined });
  if (typed === undefined || bug?.number !== typed) return null;
  return (
    <TextLink className={styles.oneLine} id={numberedBugId} to="/bugs/$id" params={{ id: bug._id }}>
      {bugName(bug)}
    </TextLink>
  );
}

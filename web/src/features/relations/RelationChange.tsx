import type { ActivityEntry } from '#contract/bugs/history.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { texts } from './texts.ts';

/** A change of a relation as the predicate after the user's name. */
export function RelationChange({ entry }: { entry: ActivityEntry }) {
  if (entry.kind !== 'relation') return null;
  const { kind, isAdded, number, bug } = entry.relation;
  const link = bug ? (
    <TextLink to="/bugs/$id" params={{ id: bug._id }} state={{ isSought: true }} look="underlined">
      {`#${number} ${bug.title}`}
    </TextLink>
  ) : (
    `#${number}`
  );
  return <Sentence text={(isAdded ? texts.added : texts.removed)[kind]} parts={{ bug: link }} />;
}

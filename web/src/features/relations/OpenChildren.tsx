import { useQueries } from '@tanstack/react-query';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { relationsQuery } from './queries.ts';
import { RelatedBugs } from './RelatedBugs.tsx';
import { texts } from './texts.ts';

/** The number of bugs whose children are listed. */
const mostBugs = 5;

/** Lists the unresolved children of bugs that are to be resolved. */
export function OpenChildren({ bugs }: { bugs: readonly Bug[] }): React.JSX.Element {
  const count = bugs.reduce((sum, { openChildren = 0 }) => sum + openChildren, 0);
  const found = useQueries({ queries: bugs.slice(0, mostBugs).map(({ _id }) => relationsQuery(_id)) });
  const relations = found.flatMap(({ data }) => data?.relations ?? []);
  const children = relations
    .filter(({ kind, bug }) => kind === 'parent-of' && bug.status !== 'resolved')
    .map(({ bug }) => bug);
  return (
    <Notice
      severity="warning"
      title={counted(count, texts.openChildren)}
      text={<RelatedBugs group={texts.kinds['parent-of']} bugs={children} />}
    />
  );
}

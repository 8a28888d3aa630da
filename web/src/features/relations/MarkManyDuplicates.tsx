import { useQueryClient } from '@tanstack/react-query';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { markDuplicate, unmarkDuplicate, getRelations } from '#contract/bugs/relations.ts';
import { counted } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { BulkDialogProps } from '#web/lib/extensions.ts';
import { relationsQuery } from './queries.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** Marks several bugs as duplicates of another one. */
export function MarkManyDuplicates({ bugs, onRun, onClose }: BulkDialogProps): React.JSX.Element {
  const client = useQueryClient();
  const { mayWork } = useBugRights();

  function markAll({ _id: of }: BugReference) {
    onRun({
      mayDo: mayWork,
      reason: texts.notYourWork,
      async work(bug) {
        const { _id: id } = bug;
        const former = await duplicateOf(bug);
        const changed = () => client.invalidateQueries({ queryKey: relationsQuery(id).queryKey });
        const mark = async (wanted: string) => {
          await call(markDuplicate, { params: { id }, body: { bug: wanted } });
          await changed();
        };
        await mark(of);
        if (former === of) return undefined;
        if (former !== undefined) return () => mark(former);
        return async () => {
          await call(unmarkDuplicate, { params: { id } });
          await changed();
        };
      },
    });
  }

  return (
    <RelationDialog
      title={texts.duplicatesTitle(counted(bugs.length, texts.bugs))}
      submit={texts.markDuplicates}
      except={bugs.map(({ _id }) => _id)}
      help={texts.duplicatesHelp}
      onSubmit={markAll}
      onClose={onClose}
    />
  );
}

/** The bug that it is already marked as a duplicate of. */
async function duplicateOf({ _id: id, resolution }: Bug): Promise<string | undefined> {
  if (resolution !== 'duplicate') return undefined;
  const { relations } = await call(getRelations, { params: { id } });
  return relations.find(({ kind }) => kind === 'duplicate-of')?.bug._id;
}

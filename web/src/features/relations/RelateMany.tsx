import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addRelation,
  constrainedBy,
  getRelations,
  otherSide,
  removeRelation,
} from '#contract/bugs/relations.ts';
import { counted } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { BulkDialogProps } from '#web/lib/extensions.ts';
import { ChooseRelation } from './AddRelation.tsx';
import type { Wanted } from './mutations.ts';
import { relationsQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Relates several bugs to another one. */
export function RelateMany({ bugs, onRun, onClose }: BulkDialogProps): React.JSX.Element {
  const client = useQueryClient();
  const { mayWork } = useBugRights();
  const relate = useMutation({
    mutationFn: async ({ kind, bug: other }: Wanted) => {
      // Undo keeps the relations that existed before.
      const { relations } = await call(getRelations, { params: { id: other } });
      return { kind, other, before: relations.filter((one) => one.kind === otherSide[kind]) };
    },
    onSuccess({ kind, other, before }) {
      const isOwnConstrained = constrainedBy(kind, { bug: true, other: false }) === true;
      onRun({
        mayDo: (bug) => !isOwnConstrained || mayWork(bug),
        reason: texts.notYourWork,
        async work({ _id: id }) {
          await call(addRelation, { params: { id }, body: { kind, bug: other } });
          const changed = () => client.invalidateQueries({ queryKey: relationsQuery(id).queryKey });
          await changed();
          if (before.some(({ bug }) => bug._id === id)) return undefined;
          return async () => {
            await call(removeRelation, { params: { id, kind, other } });
            await changed();
          };
        },
      });
    },
  });
  return (
    <ChooseRelation
      title={texts.addToMany(counted(bugs.length, texts.bugs))}
      except={bugs.map(({ _id }) => _id)}
      mutation={relate}
      onSubmit={(wanted) => relate.mutate(wanted)}
      onClose={onClose}
    />
  );
}

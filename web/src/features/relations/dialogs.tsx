import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import {
  type AddedKind,
  addedKinds,
  addRelation,
  constrainedBy,
  getRelations,
  markDuplicate,
  otherSide,
  removeRelation,
  unmarkDuplicate,
} from '#contract/bugs/relations.ts';
import { counted } from '#web/language/language.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { BugActionProps, BulkDialogProps } from '#web/lib/extensions.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { RelationDialog, type RelationDialogProps } from './RelationDialog.tsx';
import { likeQuery, relationsQuery } from './data.ts';
import { useMark, useRelate, type Wanted } from './mutations.ts';
import { texts } from './texts.ts';

/** Worded so that the relation reads as a sentence. */
const options = addedKinds.map((kind) => ({ value: kind, label: texts.says[kind] }));

/** Whether it requires permission to work on the other bug. */
const constrainsOther = (kind: AddedKind) => constrainedBy(kind, { bug: false, other: true }) ?? false;

/** Relates a bug to another one. */
export function AddRelation({ bug, onClose }: { bug: Bug; onClose: () => void }): React.JSX.Element {
  const { add } = useRelate(bug._id);
  return (
    <ChooseRelation
      title={texts.addTo(bugName(bug))}
      except={[bug._id]}
      mutation={add}
      onSubmit={(wanted) => add.mutate(wanted, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface ChoiceProps extends Pick<RelationDialogProps, 'title' | 'except' | 'onClose'> {
  mutation: NonNullable<RelationDialogProps['mutation']>;
  onSubmit: (wanted: Wanted) => void;
}

/** Asks for a relation and the other bug. */
function ChooseRelation({ mutation, onSubmit, ...dialog }: ChoiceProps) {
  const [kind, setKind] = useState<AddedKind>('blocked-by');
  const { mayWork } = useBugRights();
  return (
    <RelationDialog
      {...dialog}
      submit={texts.add}
      mayChoose={constrainsOther(kind) ? mayWork : undefined}
      mutation={mutation}
      onSubmit={({ _id }) => onSubmit({ kind, bug: _id })}
    >
      <SelectInput
        label={texts.kind}
        options={options}
        value={kind}
        onChange={(value) => {
          mutation.reset();
          setKind(value as AddedKind);
        }}
      />
    </RelationDialog>
  );
}

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

/** Marks a bug as a duplicate of another one; similar bugs are offered first. */
export function MarkDuplicate({ bug, onDone, onClose }: BugActionProps): React.JSX.Element {
  const { data: like } = useQuery(likeQuery(bug));
  const mark = useMark(bug);
  const done = () => {
    onDone?.();
    onClose();
  };
  return (
    <RelationDialog
      title={texts.duplicateTitle(bugName(bug))}
      submit={texts.markDuplicate}
      except={[bug._id]}
      initial={like}
      mutation={mark}
      help={texts.duplicateHelp}
      onSubmit={({ _id }) => mark.mutate(_id, { onSuccess: done })}
      onClose={onClose}
    />
  );
}

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

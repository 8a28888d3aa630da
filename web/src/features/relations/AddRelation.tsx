import { useState } from 'react';
import { type AddedKind, addedKinds, constrainedBy } from '#contract/bugs/relations.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { useRelate, type Wanted } from './mutations.ts';
import { RelationDialog, type RelationDialogProps } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** Shown so that the relation can be read as a sentence. */
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
export function ChooseRelation({ mutation, onSubmit, ...dialog }: ChoiceProps) {
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

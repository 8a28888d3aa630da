import { useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { type AddedKind, addedKinds, constrainedBy } from '#contract/bugs/relations.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { BugPicker } from './BugPicker.tsx';
import { useRelate } from './mutations.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** So that one can see what the relation says. */
const options = addedKinds.map((kind) => ({ value: kind, label: texts.says[kind] }));

/** Whether it takes the right to work on the other bug. */
const constrainsOther = (kind: AddedKind) => constrainedBy(kind, { bug: false, other: true }) ?? false;

/** Relates a bug to another one. */
export function AddRelation({ bug, onClose }: { bug: Bug; onClose: () => void }): React.JSX.Element {
  const [kind, setKind] = useState<AddedKind>('blocked-by');
  const [other, setOther] = useState<BugReference | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { add } = useRelate(bug._id);
  const { mayWork } = useBugRights();
  const isOtherConstrained = constrainsOther(kind);

  function submit() {
    if (other) add.mutate({ kind, bug: other._id }, { onSuccess: onClose });
    else setMissing(true);
  }

  return (
    <RelationDialog
      title={texts.addTo(bugName(bug))}
      submit={texts.add}
      isBusy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectInput
        label={texts.kind}
        options={options}
        value={kind}
        onChange={(value) => {
          add.reset();
          setKind(value as AddedKind);
          if (constrainsOther(value as AddedKind) !== isOtherConstrained) setOther(null);
        }}
      />
      <BugPicker
        except={bug._id}
        chosen={other}
        mayChoose={isOtherConstrained ? mayWork : undefined}
        onChange={(chosen) => {
          add.reset();
          setMissing(false);
          setOther(chosen);
        }}
        error={isMissing ? texts.missing : add.error ? reasonOf(add.error) : undefined}
      />
    </RelationDialog>
  );
}

import { useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { type AddedKind, addedKinds, constrainedBy } from '#contract/bugs/relations.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { BugPicker } from './BugPicker.tsx';
import { useRelate, type Wanted } from './mutations.ts';
import { RelationDialog } from './RelationDialog.tsx';
import { texts } from './texts.ts';

/** So that one can see what the relation says. */
const options = addedKinds.map((kind) => ({ value: kind, label: texts.says[kind] }));

/** Whether it takes the right to work on the other bug. */
const constrainsOther = (kind: AddedKind) => constrainedBy(kind, { bug: false, other: true }) ?? false;

/** Relates a bug to another one. */
export function AddRelation({ bug, onClose }: { bug: Bug; onClose: () => void }): React.JSX.Element {
  const { add } = useRelate(bug._id);
  return (
    <ChooseRelation
      title={texts.addTo(bugName(bug))}
      except={[bug._id]}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={(wanted) => add.mutate(wanted, { onSuccess: onClose })}
      onChange={() => add.reset()}
      onClose={onClose}
    />
  );
}

interface ChoiceProps {
  title: string;
  except: readonly string[];
  isBusy: boolean;
  error: Error | null;
  onSubmit: (wanted: Wanted) => void;
  /** Called when something else is chosen. */
  onChange: () => void;
  onClose: () => void;
}

/** Asks for a relation and the other bug. */
export function ChooseRelation({ title, except, isBusy, error, onSubmit, onChange, onClose }: ChoiceProps) {
  const [kind, setKind] = useState<AddedKind>('blocked-by');
  const [other, setOther] = useState<BugReference | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { mayWork } = useBugRights();
  const isOtherConstrained = constrainsOther(kind);

  function submit() {
    if (other) onSubmit({ kind, bug: other._id });
    else setMissing(true);
  }

  return (
    <RelationDialog title={title} submit={texts.add} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <SelectInput
        label={texts.kind}
        options={options}
        value={kind}
        onChange={(value) => {
          onChange();
          setKind(value as AddedKind);
          if (constrainsOther(value as AddedKind) !== isOtherConstrained) setOther(null);
        }}
      />
      <BugPicker
        except={except}
        chosen={other}
        mayChoose={isOtherConstrained ? mayWork : undefined}
        onChange={(chosen) => {
          onChange();
          setMissing(false);
          setOther(chosen);
        }}
        error={isMissing ? texts.missing : error ? reasonOf(error) : undefined}
      />
    </RelationDialog>
  );
}

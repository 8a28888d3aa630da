import { useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { useKeptInput } from '#web/lib/form/kept-input.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { inputOf, type KeptEdit, keptEdit } from './bug-form.ts';
import { EditBugForm } from './EditBugForm.tsx';
import { KeptInputNotice } from './KeptInputNotice.tsx';

interface Props {
  bug: Bug;
  editing: boolean;
  onEditing: (editing: boolean) => void;
}

/** Edit mode, and the offer to go on with an edit that was lost to the end of a session. */
export function EditBug({ bug, editing, onEditing }: Props) {
  const { kept, drop } = useKeptInput(`bug:${bug._id}`, keptEdit);
  const [begin, setBegin] = useState<KeptEdit>();

  function restore() {
    setBegin(kept);
    drop();
    onEditing(true);
  }
  function done() {
    setBegin(undefined);
    onEditing(false);
  }

  if (kept && !editing) return <KeptInputNotice onRestore={restore} onDiscard={drop} />;
  if (!editing) return null;
  return (
    <Surface>
      <EditBugForm bug={bug} begin={begin ?? { version: bug.version, values: inputOf(bug) }} onDone={done} />
    </Surface>
  );
}

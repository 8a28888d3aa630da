import { useState } from 'react';
import type { Bug } from '#contract/bugs.ts';
import { useKeptInput } from '#web/lib/form/kept-input.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { inputOf, type KeptEdit, keptEdit } from './bug-form.ts';
import { EditBugForm } from './EditBugForm.tsx';
import { KeptInputNotice } from './KeptInputNotice.tsx';

interface Props {
  bug: Bug;
  /** It was deleted while one looked at it. */
  gone: boolean;
  editing: boolean;
  onEditing: (editing: boolean) => void;
}

/** Edit mode, and the offer to go on with an edit that was lost to the end of a session. */
export function EditBug({ bug, gone, editing, onEditing }: Props) {
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
  const stored = inputOf(bug);
  return (
    <Surface>
      <EditBugForm
        bug={bug}
        gone={gone}
        begin={begin ?? { version: bug.version, base: stored, values: stored }}
        onDone={done}
      />
    </Surface>
  );
}

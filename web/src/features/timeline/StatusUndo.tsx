import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { call } from '#web/lib/api/call.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { changeBug, undoOf } from '#web/lib/bugs/change/change-bug.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { noticesId } from '#web/ui/FloatingBar.tsx';
import type { BugChange } from './mutations.ts';
import { texts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The bug before the comment. */
  before: Bug;
  /** The change that came with the comment. */
  change: BugChange;
  onDone: () => void;
}

/** The status set by a comment, with an undo button. */
export function StatusUndo({ bug, before, change, onDone }: Props) {
  const { status: set } = change;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    // The changes of a bug are stored sequentially.
    scope: { id: bug._id },
    async mutationFn() {
      const made = bug.status === set ? bug : await call(getBug, { params: { id: bug._id } });
      // Another user has set a further status, which stays.
      if (made.status !== set) return;
      const also = change.fixedIn === undefined ? [] : (['fixedIn'] as const);
      const wanted = { ...before, status: set };
      const done = { field: 'status', also, seen: before, wanted, asEditor: false } as const;
      const outcome = await changeBug(client, undoOf(done, made));
      // Never replaces what others have set meanwhile.
      if (outcome.is === 'overlapping') throw outcome.refusal;
    },
    onSuccess: onDone,
  });
  const place = document.getElementById(noticesId);
  if (!place || (bug.status !== set && bug.status !== before.status)) return null;
  // In the notices, as the comment has pushed the form below the end of the window.
  return createPortal(
    <ActionNotice
      problem={error ? problemOf(texts.undoFailed, error) : undefined}
      action={{ label: texts.undo, isBusy: isPending, run: () => mutate() }}
      closesItself={!isPending}
      onClose={onDone}
    >
      <strong>{texts.statusIs(statusLabels[set])}</strong>
    </ActionNotice>,
    place,
  );
}

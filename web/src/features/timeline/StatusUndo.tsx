import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { noticesId } from '#web/ui/FloatingBar.tsx';
import type { BugChange } from './mutations.ts';
import { texts } from './texts.ts';

interface Props {
  bug: Bug;
  /** The bug before the comment. */
  before: Bug;
  /** What the comment has changed of it. */
  change: BugChange;
  onDone: () => void;
}

/** What was lost or replaced with the status. That a bug is a duplicate is set by marking alone. */
function goneWith({ status, resolution, fixedIn }: Bug, change: BugChange): Partial<BugChange> {
  return {
    ...(status === 'resolved' && resolution && resolution !== 'duplicate' && { resolution }),
    ...(change.fixedIn !== undefined && { fixedIn: fixedIn?._id ?? '' }),
  };
}

/** How long it is offered, in milliseconds, unless it has the focus or the pointer. */
const offered = 8_000;

/** The status that a comment has set, with an undo button. */
export function StatusUndo({ bug, before, change, onDone }: Props) {
  const { status: set } = change;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(setBugField.status, {
        params: { id: bug._id },
        body: { status: before.status, ...goneWith(before, change) },
        // Nothing that someone else sets meanwhile is replaced.
        headers: bug.status === set ? { 'if-match': `"${bug.version}"` } : {},
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: endpointKey(getBug, { params: { id: bug._id } }) });
      onDone();
    },
  });
  const place = document.getElementById(noticesId);
  if (!place || (bug.status !== set && bug.status !== before.status)) return null;
  // The form is below the end of the window by then: the comment has pushed it down.
  return createPortal(
    <ActionNotice
      problem={error ? problemOf(texts.undoFailed, error) : undefined}
      action={{ label: texts.undo, isBusy: isPending, run: () => mutate() }}
      shownFor={isPending ? undefined : offered}
      onClose={onDone}
    >
      <strong>{texts.statusIs(statusLabels[set])}</strong>
    </ActionNotice>,
    place,
  );
}

import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { setBugField } from '#contract/bug-work.ts';
import type { Status } from '#contract/bugs.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { type Bug, getBug } from '#web/lib/api/specified.ts';
import { statusLabels } from '#web/lib/bug-labels.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { texts } from './texts.ts';

interface Props {
  bug: Bug;
  before: Status;
  /** What the comment set. */
  set: Status;
  onDone: () => void;
}

/** How long it is offered, in milliseconds. */
const offered = 8_000;

/** Says what a comment made of the bug's status, and changes it back. */
export function StatusUndo({ bug, before, set, onDone }: Props) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(setBugField.status, {
        params: { id: bug._id },
        body: { status: before },
        // Nothing that someone else sets meanwhile is replaced.
        headers: bug.status === set ? { 'if-match': `"${bug.version}"` } : {},
      }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: endpointKey(getBug, { params: { id: bug._id } }) });
      onDone();
    },
  });
  const end = useEffectEvent(() => {
    if (!isPending && !error) onDone();
  });
  useEffect(() => {
    const timer = setTimeout(() => end(), offered);
    return () => clearTimeout(timer);
  }, []);
  if (bug.status !== set && bug.status !== before) return null;
  if (error) return <Notice {...problemOf(texts.undoFailed, error)} />;
  return (
    <Notice
      severity="success"
      title={texts.statusIs(statusLabels[set])}
      actions={
        <Button
          size="small"
          variant="outlined"
          aria-disabled={isPending}
          onClick={isPending ? undefined : () => mutate()}
        >
          {texts.undo}
        </Button>
      }
    />
  );
}

import type { Bug } from '#contract/bugs.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useDeleteBug } from './mutations.ts';

interface Props {
  /** The bug in question; undefined while nobody asks. */
  bug: Bug | undefined;
  title: 'Confirm Delete' | 'Delete Bug';
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteBugDialog({ bug, title, onClose, onDeleted }: Props) {
  const { mutate, isPending, error, reset } = useDeleteBug();
  function close() {
    reset();
    onClose();
  }
  function confirm() {
    if (!bug) return;
    mutate(bug._id, {
      onSuccess() {
        onClose();
        onDeleted?.();
      },
    });
  }
  return (
    <ConfirmDialog
      open={bug !== undefined}
      title={title}
      text="Are you sure you want to delete this bug? This action cannot be undone."
      confirmLabel="Delete"
      busy={isPending}
      problem={error ? problemOf('Failed to delete bug', error) : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  );
}

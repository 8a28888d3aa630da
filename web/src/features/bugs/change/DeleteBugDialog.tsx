import { useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { bugName } from '#web/lib/bugs/bug-number.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useDeleteBug } from '#web/features/bugs/data/mutations.ts';
import { changeTexts } from './texts.ts';

interface Props {
  /** The bug to delete; undefined while the dialog is closed. */
  bug: Bug | undefined;
  title: string;
  onClose: () => void;
  onDeleted?: (id: string) => void;
}

export function DeleteBugDialog({ bug, title, onClose, onDeleted }: Props) {
  const { mutate, isPending, error, reset } = useDeleteBug();
  // The dialog still shows the name while it fades out.
  const [named, setNamed] = useState(bug);
  if (bug && bug !== named) setNamed(bug);
  function close() {
    reset();
    onClose();
  }
  function confirm() {
    if (!bug) return;
    mutate(bug._id, {
      onSuccess() {
        onClose();
        onDeleted?.(bug._id);
      },
    });
  }
  return (
    <ConfirmDialog
      open={bug !== undefined}
      title={title}
      text={changeTexts.deleteText}
      about={named && bugName(named)}
      confirmLabel={changeTexts.delete}
      busy={isPending}
      problem={error ? problemOf(changeTexts.deleteFailed, error) : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  );
}

import type { UseMutationResult } from '@tanstack/react-query';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { texts } from './texts.ts';

interface Props {
  item: { readonly _id: string; readonly name: string };
  texts: { readonly deleteTitle: string; readonly deleteText: string; readonly deleteFailed: string };
  mutation: Pick<UseMutationResult<unknown, Error, { id: string }>, 'mutate' | 'isPending' | 'error'>;
  onClose: () => void;
}

/** Asks before an item is deleted. */
export function DeleteDialog({
  item,
  texts: { deleteTitle, deleteText, deleteFailed },
  mutation,
  onClose,
}: Props) {
  const { mutate, isPending, error } = mutation;
  return (
    <ConfirmDialog
      open
      title={deleteTitle}
      text={deleteText}
      about={item.name}
      confirmLabel={texts.delete}
      busy={isPending}
      problem={error ? problemOf(deleteFailed, error) : undefined}
      onConfirm={() => mutate({ id: item._id }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

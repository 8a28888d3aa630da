import type { Component } from '#contract/components.ts';
import { useDeleteComponent } from '#web/features/components/mutations.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { pageTexts } from './texts.ts';

interface Props {
  component: Component;
  onClose: () => void;
}

export function DeleteDialog({ component: { _id: id, name }, onClose }: Props) {
  const { mutate, isPending, error } = useDeleteComponent();
  return (
    <ConfirmDialog
      open
      title={pageTexts.deleteTitle}
      text={pageTexts.deleteText}
      about={name}
      confirmLabel={pageTexts.delete}
      busy={isPending}
      problem={error ? problemOf(pageTexts.deleteFailed, error) : undefined}
      onConfirm={() => mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

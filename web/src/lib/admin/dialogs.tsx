import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Form } from '#web/lib/form/Form.tsx';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { texts } from './texts.ts';

interface FormProps {
  title: string;
  form: {
    readonly problem: Problem | undefined;
    readonly busy: boolean;
    readonly submit: () => Promise<void>;
  };
  /** The preferred width; by default, that of its content. */
  width?: 'xs' | 'sm';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form that is saved or cancelled. */
export function FormDialog({ title, form, width, onClose, children }: FormProps) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth={width}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Form form={form}>
          {children}
          <FormActions>
            <Button onClick={onClose}>{texts.cancel}</Button>
            <SubmitButton busy={form.busy}>{texts.save}</SubmitButton>
          </FormActions>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

interface DeleteProps {
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
}: DeleteProps) {
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

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { Form } from '#web/lib/form/Form.tsx';
import type { Problem } from '#web/lib/form/problem.ts';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { texts } from './texts.ts';

interface Props {
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
export function FormDialog({ title, form, width, onClose, children }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      {...(width !== undefined && { fullWidth: true, maxWidth: width })}
    >
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

import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { customInputOf, type CustomInput, type CustomValue } from '#contract/classification/custom-field.ts';
import { customInputSchema, isEmptyInput, type CustomField } from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { messageOf } from '#contract/messages.ts';
import { texts } from '#web/features/classification/texts.ts';
import { translated } from '#web/lib/api/api-error.ts';
import { FieldInput } from './FieldInput.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import styles from '#web/features/classification/classification.module.css';

interface Props {
  title: string;
  field: CustomField;
  /** The initial value. */
  stored?: CustomValue | undefined;
  /** Called with an input that the server accepts, as far as its rules are known here; null for none. */
  onSave: (input: CustomInput | null) => void;
  onClose: () => void;
  /** Rendered above the input. */
  children?: ReactNode;
}

/** Sets a value of a field. An unchanged value is not saved again. */
export function ValueDialog({ title, field, stored, onSave, onClose, children }: Props) {
  const id = useId();
  const before = stored === undefined ? null : customInputOf(stored);
  const [input, setInput] = useState<CustomInput | null>(before);
  const [error, setError] = useState<string>();

  function save(event: SubmitEvent) {
    event.preventDefault();
    // React would also submit a form that contains the portal.
    event.stopPropagation();
    const read = checked(field, input);
    if (read.error !== undefined) return setError(read.error);
    onClose();
    // The bugs of a bulk change may have other values.
    if (children !== undefined || !isSameInput(read.input, before)) onSave(read.input);
  }

  return (
    <Dialog open onClose={onClose} maxWidth="xs" aria-labelledby={id}>
      <form onSubmit={save} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent className={styles.valueDialog}>
          {children}
          <FieldInput
            autoFocus
            field={field}
            label={field.name}
            input={input}
            stored={stored}
            onChange={(changed) => {
              setInput(changed);
              setError(undefined);
            }}
            error={error}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="contained">
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The input as the server would store it, or the reason why it would not. */
function checked(
  field: CustomField,
  input: CustomInput | null,
): { input: CustomInput | null; error?: never } | { error: string } {
  if (isEmptyInput(input)) return { input: null };
  const { data, error } = customInputSchema(field).safeParse(input);
  if (data !== undefined) return { input: data };
  const [issue] = error.issues;
  const message = issue && messageOf(issue);
  return { error: (message && translated(message)) ?? issue?.message ?? '' };
}

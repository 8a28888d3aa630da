import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { labelColors } from '#contract/label-field.ts';
import { createLabelBody, type Label } from '#contract/labels.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { LabelChip } from '#web/features/labels/LabelChips.tsx';
import { useCreateLabel, useUpdateLabel } from '#web/features/labels/mutations.ts';
import { pageTexts } from './texts.ts';

const colorOptions = labelColors.map((value) => ({ value, label: pageTexts.colors[value] }));

interface Props {
  /** Undefined for a new one. */
  label: Label | undefined;
  onClose: () => void;
}

/** Creates a label, or changes its name, colour and description. */
export function LabelDialog({ label, onClose }: Props) {
  const id = useId();
  const create = useCreateLabel();
  const update = useUpdateLabel();
  const { name, color, description } = label ?? { name: '', color: 'grey' as const, description: '' };
  const form = useScreenForm({
    schema: createLabelBody,
    defaultValues: { name, color, description },
    async send(body) {
      if (label) await update.mutateAsync({ id: label._id, body });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: pageTexts.saveFailed,
  });
  const { control } = form.form;
  const typed = useWatch({ control });
  const shown = typed.name?.trim() ?? '';
  const preview = { name: shown === '' ? pageTexts.label : shown, color: typed.color ?? color };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{label ? pageTexts.editTitle : pageTexts.create}</DialogTitle>
      <DialogContent>
        <Form form={form}>
          <FormText control={control} name="name" label={pageTexts.name} autoComplete="off" autoFocus />
          <FormSelect control={control} name="color" label={pageTexts.color} options={colorOptions} />
          <div aria-hidden>
            <LabelChip label={preview} />
          </div>
          <FormText control={control} name="description" label={pageTexts.description} autoComplete="off" />
          <FormActions>
            <Button onClick={onClose}>{pageTexts.cancel}</Button>
            <SubmitButton busy={form.busy}>{pageTexts.save}</SubmitButton>
          </FormActions>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

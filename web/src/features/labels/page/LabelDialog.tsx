import { useWatch } from 'react-hook-form';
import { labelColors } from '#contract/classification/label-field.ts';
import { createLabelBody, type Label } from '#contract/classification/labels.ts';
import { FormDialog } from '#web/lib/admin/FormDialog.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
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
    <FormDialog title={label ? pageTexts.editTitle : pageTexts.create} form={form} onClose={onClose}>
      <FormText control={control} name="name" label={texts.name} autoComplete="off" autoFocus />
      <FormSelect control={control} name="color" label={pageTexts.color} options={colorOptions} />
      <div aria-hidden>
        <LabelChip label={preview} />
      </div>
      <FormText control={control} name="description" label={texts.description} autoComplete="off" />
    </FormDialog>
  );
}

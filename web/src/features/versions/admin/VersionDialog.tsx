import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { createVersionBody, type Version, versionStates } from '#contract/versions.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { FormActions } from '#web/ui/FormLayout.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { useCreateVersion, useUpdateVersion } from '#web/features/versions/mutations.ts';
import { texts } from '#web/features/versions/texts.ts';
import { adminTexts } from './texts.ts';

const stateOptions = versionStates.map((value) => ({ value, label: texts.states[value] }));

interface Props {
  /** Undefined for a new one. */
  version: Version | undefined;
  onClose: () => void;
}

/** Creates a version, or changes its name, state, date and description. */
export function VersionDialog({ version, onClose }: Props) {
  const id = useId();
  const create = useCreateVersion();
  const update = useUpdateVersion();
  const { name, state, date, description } = version ?? {
    name: '',
    state: 'planned' as const,
    date: null,
    description: '',
  };
  const form = useScreenForm({
    schema: createVersionBody,
    defaultValues: { name, state, date: date ?? '', description },
    async send(body) {
      if (version) await update.mutateAsync({ id: version._id, body });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: adminTexts.saveFailed,
  });
  const { control } = form.form;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{version ? adminTexts.editTitle : adminTexts.create}</DialogTitle>
      <DialogContent>
        <Form form={form}>
          <FormText control={control} name="name" label={adminTexts.name} autoComplete="off" autoFocus />
          <FormSelect control={control} name="state" label={adminTexts.state} options={stateOptions} />
          <FormText
            control={control}
            name="date"
            label={adminTexts.date}
            type="date"
            helperText={adminTexts.dateHelp}
          />
          <FormText
            control={control}
            name="description"
            label={adminTexts.description}
            autoComplete="off"
            minRows={2}
          />
          <FormActions>
            <Button onClick={onClose}>{adminTexts.cancel}</Button>
            <SubmitButton busy={form.busy}>{adminTexts.save}</SubmitButton>
          </FormActions>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

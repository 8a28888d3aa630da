import { createVersionBody, type Version, versionStates } from '#contract/classification/versions.ts';
import { FormDialog } from '#web/lib/admin/FormDialog.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
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
    <FormDialog
      title={version ? adminTexts.editTitle : adminTexts.create}
      form={form}
      width="xs"
      onClose={onClose}
    >
      <FormText control={control} name="name" label={shared.name} autoComplete="off" autoFocus />
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
        label={shared.description}
        autoComplete="off"
        minRows={2}
      />
    </FormDialog>
  );
}

import type { Control } from 'react-hook-form';
import type { UserRef } from '#contract/users.ts';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { FieldRow } from '#web/ui/FormLayout.tsx';
import type { BugInput } from './bug-form.ts';
import { assigneeOptions, priorityOptions, statusOptions } from './labels.ts';

interface Props<Out> {
  control: Control<BugInput, unknown, Out>;
  users: readonly UserRef[];
  assigneeLabel: string;
}

/** The fields of a bug, in the create form and in edit mode. */
export function BugFields<Out>({ control, users, assigneeLabel }: Props<Out>) {
  return (
    <>
      <FormText control={control} name="title" label={fieldLabels.title} autoComplete="off" />
      <FormText control={control} name="description" label={fieldLabels.description} minRows={8} />
      <FieldRow>
        <FormSelect control={control} name="status" label={fieldLabels.status} options={statusOptions} />
        <FormSelect
          control={control}
          name="priority"
          label={fieldLabels.priority}
          options={priorityOptions}
        />
        <FormSelect
          control={control}
          name="assignedTo"
          label={assigneeLabel}
          options={assigneeOptions(users)}
        />
      </FieldRow>
    </>
  );
}

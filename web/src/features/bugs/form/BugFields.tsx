import { type Control, useController } from 'react-hook-form';
import { fieldLabels } from '#web/lib/bug-labels.ts';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { FieldRow } from '#web/ui/FormLayout.tsx';
import type { People } from '#web/features/bugs/data/use-people.ts';
import type { BugInput } from './bug-form.ts';
import { noAssignee, priorityOptions, statusOptions } from './labels.ts';
import { PersonChoice } from './PersonChoice.tsx';

interface Props<Out> {
  control: Control<BugInput, unknown, Out>;
  people: People;
  assigneeLabel: string;
}

/** The fields of a bug, in the create form and in edit mode. */
export function BugFields<Out>({ control, people, assigneeLabel }: Props<Out>) {
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
        <AssigneeField control={control} label={assigneeLabel} people={people} />
      </FieldRow>
    </>
  );
}

interface AssigneeFieldProps<Out> {
  control: Control<BugInput, unknown, Out>;
  label: string;
  people: People;
}

function AssigneeField<Out>({ control, label, people }: AssigneeFieldProps<Out>) {
  const { field, fieldState, formState } = useController({ control, name: 'assignedTo' });
  return (
    <PersonChoice
      label={label}
      fixed={[noAssignee]}
      people={people}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      // What is chosen while the form is sent would be lost with it.
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

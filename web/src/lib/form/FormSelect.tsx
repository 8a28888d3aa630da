import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { SelectInput, type SelectInputProps } from '#web/ui/inputs/SelectInput.tsx';

interface Props<In extends FieldValues, Out> extends Omit<SelectInputProps, 'value' | 'onChange' | 'error'> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** A select in a form. */
export function FormSelect<In extends FieldValues, Out>({ control, name, ...input }: Props<In, Out>) {
  const { field, fieldState, formState } = useController({ control, name });
  return (
    <SelectInput
      {...input}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      // A choice made during submission would be lost.
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

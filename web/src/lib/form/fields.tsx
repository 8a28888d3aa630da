import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextInput, type TextInputProps } from '#web/ui/inputs/TextInput.tsx';
import { SelectInput, type SelectInputProps } from '#web/ui/inputs/SelectInput.tsx';

interface TextProps<In extends FieldValues, Out> extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'error' | 'name'
> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** A text field in a form. */
export function FormText<In extends FieldValues, Out>({ control, name, ...input }: TextProps<In, Out>) {
  const { field, fieldState, formState } = useController({ control, name });
  const { ref, ...bound } = field;
  return (
    <TextInput
      {...input}
      {...bound}
      inputRef={ref}
      // Text typed during submission would be lost.
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

interface SelectProps<In extends FieldValues, Out> extends Omit<
  SelectInputProps,
  'value' | 'onChange' | 'error'
> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** A select in a form. */
export function FormSelect<In extends FieldValues, Out>({ control, name, ...input }: SelectProps<In, Out>) {
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

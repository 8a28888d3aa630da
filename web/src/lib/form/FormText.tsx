import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextInput, type TextInputProps } from '#web/ui/inputs/TextInput.tsx';

interface Props<In extends FieldValues, Out> extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'error' | 'name'
> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** A text field in a form. */
export function FormText<In extends FieldValues, Out>({ control, name, ...input }: Props<In, Out>) {
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

import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import type { FormOptions } from '#web/lib/form/problem.ts';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import type { Definition } from './data.ts';
import type { FormProps } from './DefinitionsPage.tsx';

interface Props<D extends Definition, In extends FieldValues, Out>
  extends FormProps<D>, Pick<FormOptions<In, Out>, 'schema' | 'defaultValues'> {
  texts: { readonly create: string; readonly editTitle: string; readonly saveFailed: string };
  create: { mutateAsync(body: Out): Promise<unknown> };
  update: { mutateAsync(change: { id: string; body: Partial<Out> }): Promise<unknown> };
  /** What is sent of a changed definition; by default, all of it. */
  changed?: (before: D, body: Out) => Partial<Out>;
  width?: 'xs' | 'sm';
  /** The inputs below that of the name. */
  children: (control: Control<In, unknown, Out>) => ReactNode;
}

/** Creates a definition, or changes one. */
export function DefinitionForm<D extends Definition, In extends FieldValues, Out>(props: Props<D, In, Out>) {
  const { item, texts, create, update, schema, defaultValues, changed, width, onClose, children } = props;
  const form = useScreenForm<In, Out>({
    schema,
    defaultValues,
    async send(body) {
      if (item) await update.mutateAsync({ id: item._id, body: changed?.(item, body) ?? body });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: texts.saveFailed,
  });
  const { control } = form.form;
  return (
    <FormDialog
      title={item ? texts.editTitle : texts.create}
      form={form}
      {...(width && { width })}
      onClose={onClose}
    >
      <FormText
        control={control}
        name={'name' as FieldPath<In>}
        label={shared.name}
        autoComplete="off"
        autoFocus
      />
      {children(control)}
    </FormDialog>
  );
}

/** The properties of an input of the form. */
export function useInput<In extends FieldValues, Out, Name extends FieldPath<In>>(
  control: Control<In, unknown, Out>,
  name: Name,
) {
  const { field, fieldState, formState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  return {
    value,
    onChange,
    onBlur,
    inputRef: ref,
    readOnly: formState.isSubmitting,
    error: fieldState.error?.message,
  };
}

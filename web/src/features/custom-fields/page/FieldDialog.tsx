import { useQuery } from '@tanstack/react-query';
import { type Control, useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { listComponents } from '#contract/classification/components.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import {
  type CustomField,
  type CustomKind,
  createCustomFieldBody,
  customKinds,
  hasOptions,
  isEmptyInput,
} from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { FormDialog } from '#web/lib/admin/FormDialog.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { FormSelect } from '#web/lib/form/FormSelect.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';
import { FieldInput } from '#web/features/custom-fields/FieldInput.tsx';
import { useCreateField, useUpdateField } from '#web/features/custom-fields/mutations.ts';
import { type OptionRow, OptionRows } from './OptionRows.tsx';
import { pageTexts } from './texts.ts';

interface Typed {
  name: string;
  kind: CustomKind;
  isRequired: 'yes' | 'no';
  initial: CustomInput | null;
  components: string[];
  options: readonly OptionRow[];
}

type Body = z.output<typeof createCustomFieldBody>;

/** The contract's rules. New options without a name are omitted. */
const rules = z.pipe(z.pipe(z.custom<Typed>(), z.transform(bodyOf)), createCustomFieldBody);

function bodyOf(typed: Typed): z.input<typeof createCustomFieldBody> {
  const { kind, options, initial, components } = typed;
  const named = options.filter((option) => option._id !== undefined || option.name.trim() !== '');
  return {
    name: typed.name,
    kind,
    components,
    isRequired: typed.isRequired === 'yes',
    initial: isEmptyInput(initial) ? null : initial,
    ...(hasOptions(kind) && { options: named }),
  };
}

const kindOptions = customKinds.map((value) => ({ value, label: pageTexts.kinds[value] }));
const requiredOptions = [
  { value: 'no', label: pageTexts.isOptional },
  { value: 'yes', label: pageTexts.isRequired },
];
const newOption: OptionRow = { name: '', archived: false };
const newField: Typed = {
  name: '',
  kind: 'text',
  isRequired: 'no',
  initial: null,
  components: [],
  options: [newOption, newOption],
};

interface Props {
  /** Undefined for a new one. */
  field: CustomField | undefined;
  onClose: () => void;
}

/** Defines a field, or changes everything but its kind. */
export function FieldDialog({ field, onClose }: Props) {
  const create = useCreateField();
  const update = useUpdateField();
  const form = useScreenForm<Typed, Body>({
    schema: rules,
    defaultValues: field ? { ...field, isRequired: field.isRequired ? 'yes' : 'no' } : newField,
    async send(body) {
      if (field) await update.mutateAsync({ id: field._id, body: changed(field, body) });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: pageTexts.saveFailed,
  });
  const { control } = form.form;
  const kind = useWatch({ control, name: 'kind' });
  return (
    <FormDialog
      title={field ? pageTexts.editTitle : pageTexts.create}
      form={form}
      width="sm"
      onClose={onClose}
    >
      <FormText control={control} name="name" label={shared.name} autoComplete="off" autoFocus />
      {!field && (
        <FormSelect
          control={control}
          name="kind"
          label={pageTexts.kind}
          options={kindOptions}
          helperText={pageTexts.kindHelp}
        />
      )}
      {hasOptions(kind) && <Options control={control} />}
      <FormSelect control={control} name="isRequired" label={pageTexts.required} options={requiredOptions} />
      <Initial key={kind} control={control} kind={kind} />
      <Components control={control} />
    </FormDialog>
  );
}

/** Omits unchanged properties, which another admin may have changed meanwhile. */
function changed(field: CustomField, { kind: _, ...body }: Body): Partial<Body> {
  const before: Partial<Record<string, unknown>> = { ...field };
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSameInput(value, before[name])),
  );
}

interface FieldProps {
  control: Control<Typed, unknown, Body>;
}

function Options({ control }: FieldProps) {
  const { field, fieldState, formState } = useController({ control, name: 'options' });
  return (
    <OptionRows
      rows={field.value}
      onChange={field.onChange}
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

/** New options are identified by name. */
function Initial({ control, kind }: FieldProps & { kind: CustomKind }) {
  const { field, fieldState, formState } = useController({ control, name: 'initial' });
  const options = useWatch({ control, name: 'options' })
    .filter(({ name, archived }) => name.trim() !== '' && !archived)
    .map(({ _id, name }) => ({ _id: _id ?? name, name, archived: false }));
  return (
    <FieldInput
      field={{ kind, options }}
      label={pageTexts.initial}
      input={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

const componentsQuery = endpointQuery(listComponents, {});

/** The selection of components; hidden if there are none. */
function Components({ control }: FieldProps) {
  const { field, fieldState, formState } = useController({ control, name: 'components' });
  const { data: components = [] } = useQuery(componentsQuery);
  if (components.length === 0) return null;
  return (
    <ManySelect
      label={pageTexts.components}
      options={components.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={field.value}
      texts={{ none: pageTexts.allComponents, unknown: pageTexts.unknown }}
      onChange={field.onChange}
      onBlur={field.onBlur}
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { useWatch, type Control } from 'react-hook-form';
import * as z from 'zod/mini';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import {
  createCustomField,
  createCustomFieldBody,
  customFieldPermissions,
  customKinds,
  hasOptions,
  isEmptyInput,
  moveCustomField,
  updateCustomField,
  type CustomField,
  type CustomKind,
} from '#contract/classification/custom-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { components, customFields, refreshing } from '#web/features/classification/data.ts';
import { optionsOf } from '#web/features/classification/definition-fields.tsx';
import {
  DefinitionForm,
  DefinitionsPage,
  statusColumn,
  useInput,
  type FormProps,
} from '#web/features/classification/DefinitionsPage.tsx';
import { creating, moving, updating } from '#web/lib/admin/definition-mutations.ts';
import type { Column } from '#web/lib/admin/tables.tsx';
import { FormSelect } from '#web/lib/form/fields.tsx';
import { ManySelect } from '#web/ui/inputs/ManySelect.tsx';
import { FieldInput } from './FieldInput.tsx';
import { pageTexts } from './page-texts.ts';
import { useId } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { OrderButtons } from '#web/lib/admin/OrderButtons.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import styles from '#web/features/classification/classification.module.css';

const useCreateField = creating(createCustomField, refreshing(customFields));
const useUpdateField = updating(updateCustomField, refreshing(customFields));
const useMoveField = moving(moveCustomField, customFields.query.queryKey);

const columns: readonly Column<CustomField>[] = [
  { label: pageTexts.field, cell: ({ name }) => name, title: ({ name }) => name },
  { label: pageTexts.kind, width: 30, cell: ({ kind }) => pageTexts.kinds[kind] },
  { label: pageTexts.options, cell: optionsText, title: optionsText },
  {
    label: pageTexts.required,
    width: 32,
    cell: ({ isRequired }) => (isRequired ? pageTexts.isRequired : pageTexts.isOptional),
  },
  { ...statusColumn, width: 26 },
];

function optionsText({ options }: CustomField): string {
  return options.flatMap(({ name, archived }) => (archived ? [] : [name])).join(', ');
}

export function FieldsPage(): React.JSX.Element {
  return (
    <DefinitionsPage
      kind={customFields}
      permission={customFieldPermissions.manage}
      texts={pageTexts}
      columns={columns}
      update={useUpdateField()}
      move={useMoveField()}
      archiving={(archived) => ({ archived })}
      Form={FieldForm}
    />
  );
}

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
  const { name, kind, options, initial } = typed;
  const named = options.filter((option) => option._id !== undefined || option.name.trim() !== '');
  return {
    name,
    kind,
    components: typed.components,
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

function FieldForm({ item: field, onClose }: FormProps<CustomField>) {
  return (
    <DefinitionForm<CustomField, Typed, Body>
      item={field}
      texts={pageTexts}
      schema={rules}
      defaultValues={field ? { ...field, isRequired: field.isRequired ? 'yes' : 'no' } : newField}
      create={useCreateField()}
      update={useUpdateField()}
      changed={changed}
      width="sm"
      onClose={onClose}
    >
      {(control) => <Inputs control={control} isNew={!field} />}
    </DefinitionForm>
  );
}

/** Omits unchanged properties, which another admin may have changed in the meantime. */
function changed(field: CustomField, { kind: _, ...body }: Body): Partial<Body> {
  const before: Partial<Record<string, unknown>> = { ...field };
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSameInput(value, before[name])),
  );
}

interface FieldProps {
  control: Control<Typed, unknown, Body>;
}

function Inputs({ control, isNew }: FieldProps & { isNew: boolean }) {
  const kind = useWatch({ control, name: 'kind' });
  return (
    <>
      {isNew && (
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
    </>
  );
}

function Options({ control }: FieldProps) {
  const { value, ...input } = useInput(control, 'options');
  return <OptionRows {...input} rows={value} />;
}

/** The input of the initial value. In it, new options are identified by name. */
function Initial({ control, kind }: FieldProps & { kind: CustomKind }) {
  const { value, inputRef: _, ...input } = useInput(control, 'initial');
  const options = useWatch({ control, name: 'options' })
    .filter(({ name, archived }) => name.trim() !== '' && !archived)
    .map(({ _id, name }) => ({ _id: _id ?? name, name, archived: false }));
  return <FieldInput {...input} field={{ kind, options }} label={pageTexts.initial} input={value} />;
}

/** The selection of components; hidden if there are none. */
function Components({ control }: FieldProps) {
  const { inputRef: _, ...input } = useInput(control, 'components');
  const { data: all = [] } = useQuery(components.query);
  if (all.length === 0) return null;
  return (
    <ManySelect
      {...input}
      label={pageTexts.components}
      options={optionsOf(all)}
      texts={{ none: pageTexts.allComponents, unknown: pageTexts.unknown }}
    />
  );
}

/** An option being edited; a new one has no id. */
interface OptionRow {
  readonly _id?: string | undefined;
  readonly name: string;
  readonly archived: boolean;
}

interface OptionRowsProps {
  rows: readonly OptionRow[];
  onChange: (rows: readonly OptionRow[]) => void;
  readOnly: boolean;
  error: string | undefined;
}

/** The options of a field: they can be renamed, moved, archived and added. Only unsaved ones can be removed. */
function OptionRows({ rows, onChange, readOnly, error }: OptionRowsProps) {
  const id = useId();
  const set = (at: number, change: Partial<OptionRow>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...change } : row)));
  function move(at: number, to: number) {
    const row = rows[at];
    if (row) onChange(rows.toSpliced(at, 1).toSpliced(to, 0, row));
  }
  return (
    <div role="group" aria-labelledby={id} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <FieldLabel id={id}>{pageTexts.options}</FieldLabel>
      {rows.map((row, at) => {
        const place = formatNumber(at + 1);
        const name = row.name || pageTexts.option(place);
        return (
          // New rows are identified by position only.
          <div
            className={styles.option}
            key={row._id ?? `new ${at}`}
            data-archived={row.archived || undefined}
          >
            <TextInput
              label={pageTexts.option(place)}
              value={row.name}
              onChange={({ target }) => set(at, { name: target.value })}
              autoComplete="off"
              readOnly={readOnly}
              {...(row.archived && { helperText: shared.archived })}
            />
            <OrderButtons
              name={name}
              at={at}
              count={rows.length}
              isBusy={readOnly}
              onMove={(to) => move(at, to)}
            />
            {row._id === undefined ? (
              <Button
                size="small"
                disabled={readOnly}
                aria-label={pageTexts.removeOption(place)}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              >
                {shared.delete}
              </Button>
            ) : (
              <Button
                size="small"
                disabled={readOnly}
                aria-label={(row.archived ? pageTexts.restoreOption : pageTexts.archiveOption)(name)}
                onClick={() => set(at, { archived: !row.archived })}
              >
                {row.archived ? shared.restore : shared.archive}
              </Button>
            )}
          </div>
        );
      })}
      {error !== undefined && (
        <FieldMessage id={`${id}-error`} error>
          {error}
        </FieldMessage>
      )}
      <Button
        size="small"
        disabled={readOnly}
        onClick={() => onChange([...rows, { name: '', archived: false }])}
      >
        {pageTexts.addOption}
      </Button>
    </div>
  );
}

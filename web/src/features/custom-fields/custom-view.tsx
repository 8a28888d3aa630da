import type { QueryClient } from '@tanstack/react-query';
import { appliesTo } from '#contract/sorting/custom-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, BulkProps, FactsProps } from '#web/lib/bugs/bug-field.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { customColumns } from './columns.tsx';
import { CustomChange } from './CustomChange.tsx';
import { CustomEditor } from './CustomEditor.tsx';
import { CustomValue } from './CustomValue.tsx';
import { customFieldsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useCustomFields } from './use-custom-fields.ts';
import { valueText } from './value-text.ts';

export const customView: BugFieldView<'custom'> = {
  name: 'custom',
  label: texts.fields,
  initial: {},
  text: textOf,
  toValue: (_, { bug }) => bug.custom,
  Facts: CustomFacts,
  Change: CustomChange,
  moreColumns: customColumns,
  Editor: CustomEditor,
  isWide: true,
  hasParts: true,
  Bulk: BulkCustom,
};

/** The values with the names of their fields, as far as these are known. */
function textOf(values: Bug['custom'], client?: QueryClient): string {
  const fields = client?.getQueryData(customFieldsQuery.queryKey) ?? [];
  const all = fields.flatMap(({ _id, name, kind }) =>
    values[_id] === undefined ? [] : [`${name}: ${valueText(kind, values[_id])}`],
  );
  return all.join('; ') || texts.none;
}

/** Sets what can be chosen from a menu. */
function BulkCustom({ onChange }: BulkProps<'custom'>) {
  const fields = useCustomFields().filter(({ kind, archived }) => kind === 'option' && !archived);
  if (fields.length === 0) return null;
  const choices = fields.flatMap(({ _id, name, options }) => [
    ...options.filter(({ archived }) => !archived).map((option) => ({ field: _id, name, option })),
    { field: _id, name, option: undefined },
  ]);
  return (
    <ButtonMenu
      label={texts.setField}
      options={choices.map(({ name, option }, i) => ({
        value: String(i),
        label: `${name}: ${option?.name ?? texts.none}`,
      }))}
      onChoose={(at) => {
        const { field, option } = choices[Number(at)] ?? {};
        if (field !== undefined) onChange((values) => ({ ...values, [field]: option?._id ?? null }));
      }}
    />
  );
}

/** The fields that bugs of the component have, and others in which the bug has a value. */
function CustomFacts({ bug, children }: FactsProps) {
  return useCustomFields()
    .filter(
      (field) =>
        bug.custom[field._id] !== undefined ||
        (!field.archived && appliesTo(field, bug.component?._id ?? null)),
    )
    .map((field) =>
      children({
        key: field._id,
        label: field.name,
        value: <CustomValue kind={field.kind} value={bug.custom[field._id]} />,
      }),
    );
}

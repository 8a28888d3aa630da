import type { QueryClient } from '@tanstack/react-query';
import type { CustomValue as Value } from '#contract/classification/custom-field.ts';
import {
  appliesTo,
  type CustomField,
  type CustomKind,
  customQueryField,
  listCustomFields,
} from '#contract/classification/custom-fields.ts';
import { customFields, known, usable, useDefinitions } from '#web/features/classification/data.ts';
import { fieldTexts } from '#web/features/classification/texts.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, ChangedPart, FactsProps, MoreColumn } from '#web/lib/bugs/bug-field.ts';
import type { QueryFieldsQuery } from '#web/lib/extensions.ts';
import { BulkCustom } from './BulkCustom.tsx';
import { CustomEditor } from './CustomEditor.tsx';
import { CustomValue, valueText } from './CustomValue.tsx';
import { QuickValue } from './QuickValue.tsx';

export const customView: BugFieldView<'custom'> = {
  name: 'custom',
  label: fieldTexts.title,
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

/** The query fields defined by admins. */
export const customQueryFields: QueryFieldsQuery = {
  // Shares the cache of the fields, so that the columns of a list with a search box are loaded as well.
  queryKey: customFields.query.queryKey,
  queryFn: ({ signal }) => call(listCustomFields, { signal }),
  select: (fields: readonly CustomField[]) =>
    fields.map((field) => ({
      field: customQueryField(field),
      isArchived: field.archived,
      named: field.options,
    })),
};

/** The values with the names of their fields, if known. */
function textOf(values: Bug['custom'], client?: QueryClient): string {
  const fields = client ? known(customFields, client) : [];
  const all = fields.flatMap(({ _id, name, kind }) =>
    values[_id] === undefined ? [] : [`${name}: ${valueText(kind, values[_id])}`],
  );
  return all.join('; ') || fieldTexts.none;
}

/** The fields that apply to the component, and others in which the bug has a value. */
function CustomFacts({ bug, onChange, children }: FactsProps<'custom'>) {
  return useDefinitions(customFields)
    .all.filter(
      (field) =>
        bug.custom[field._id] !== undefined ||
        (!field.archived && appliesTo(field, bug.component?._id ?? null)),
    )
    .map((field) => {
      const { _id, name, kind, archived } = field;
      const value = bug.custom[_id];
      const shown = <CustomValue kind={kind} value={value} />;
      const isChanged = onChange && !archived;
      return children({
        key: _id,
        label: name,
        value: isChanged ? (
          <QuickValue
            field={field}
            value={value}
            onChange={(wanted) => onChange(withValue(bug.custom, _id, wanted), partOf(field))}
          >
            {shown}
          </QuickValue>
        ) : (
          shown
        ),
      });
    });
}

function withValue(values: Bug['custom'], id: string, value: Value | undefined): Bug['custom'] {
  const { [id]: _, ...others } = values;
  const all = value === undefined ? others : { ...others, [id]: value };
  // Sorted like the stored values, with which it is compared.
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function partOf({ _id, name, kind }: CustomField): ChangedPart {
  return { label: name, text: (values) => valueText(kind, (values as Bug['custom'])[_id]) };
}

interface ChangeProps {
  from: Bug['custom'];
  to: Bug['custom'];
}

/** A change of fields, with their current names, including archived ones. */
function CustomChange({ from, to }: ChangeProps) {
  const { all } = useDefinitions(customFields);
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const placeOf = (id: string) => all.findIndex(({ _id }) => _id === id);
  const phrases = ids
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((id) => {
      const { name = fieldTexts.unknown, kind } = all.find(({ _id }) => _id === id) ?? {};
      const [before, after] = [valueText(kind, from[id]), valueText(kind, to[id])];
      if (from[id] === undefined) return fieldTexts.set(name, after);
      return to[id] === undefined
        ? fieldTexts.removed(name, before)
        : fieldTexts.changed(name, before, after);
    });
  return phrases.join('; ');
}

/** In pixels. */
const widths: Record<CustomKind, number> = {
  text: 180,
  number: 108,
  date: 120,
  option: 132,
  options: 164,
  person: 164,
  boolean: 92,
  url: 164,
};

/** A column for each field in use. */
export function customColumns(client: QueryClient): readonly MoreColumn[] {
  return usable(known(customFields, client)).map(({ _id, name, kind }) => ({
    name: `custom.${_id}`,
    label: name,
    width: widths[kind],
    Cell({ bug }) {
      const value = bug.custom[_id];
      return value === undefined ? null : <CustomValue kind={kind} value={value} isBrief />;
    },
  }));
}

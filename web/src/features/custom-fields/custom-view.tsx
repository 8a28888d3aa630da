import type { QueryClient } from '@tanstack/react-query';
import type { CustomValue as Value } from '#contract/classification/custom-field.ts';
import { type CustomField, appliesTo } from '#contract/classification/custom-fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, ChangedPart, FactsProps } from '#web/lib/bugs/bug-field.ts';
import { BulkCustom } from './BulkCustom.tsx';
import { customColumns } from './columns.tsx';
import { CustomChange } from './CustomChange.tsx';
import { CustomEditor } from './CustomEditor.tsx';
import { CustomValue } from './CustomValue.tsx';
import { customFieldsQuery } from './queries.ts';
import { QuickValue } from './QuickValue.tsx';
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

/** The values with the names of their fields, if known. */
function textOf(values: Bug['custom'], client?: QueryClient): string {
  const fields = client?.getQueryData(customFieldsQuery.queryKey) ?? [];
  const all = fields.flatMap(({ _id, name, kind }) =>
    values[_id] === undefined ? [] : [`${name}: ${valueText(kind, values[_id])}`],
  );
  return all.join('; ') || texts.none;
}

/** The fields that apply to the component, and others in which the bug has a value. */
function CustomFacts({ bug, onChange, children }: FactsProps<'custom'>) {
  return useCustomFields()
    .filter(
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

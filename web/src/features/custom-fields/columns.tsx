import type { QueryClient } from '@tanstack/react-query';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import type { MoreColumn } from '#web/lib/bugs/bug-field.ts';
import { CustomValue } from './CustomValue.tsx';
import { customFieldsQuery } from './queries.ts';

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
  const fields = client.getQueryData(customFieldsQuery.queryKey) ?? [];
  return fields
    .filter(({ archived }) => !archived)
    .map(({ _id, name, kind }) => ({
      name: `custom.${_id}`,
      label: name,
      width: widths[kind],
      Cell({ bug }) {
        const value = bug.custom[_id];
        return value === undefined ? null : <CustomValue kind={kind} value={value} isBrief />;
      },
    }));
}

import {
  type CustomField,
  customQueryField,
  listCustomFields,
} from '#contract/classification/custom-fields.ts';
import { call } from '#web/lib/api/call.ts';
import type { QueryFieldsQuery } from '#web/lib/extensions.ts';
import { customFieldsQuery } from './queries.ts';

/** The fields by which queries can ask for what admins have defined. */
export const customQueryFields: QueryFieldsQuery = {
  // The fields themselves, so that the columns of a list that has a search box are known as well.
  queryKey: customFieldsQuery.queryKey,
  queryFn: ({ signal }) => call(listCustomFields, { signal }),
  select: (fields: readonly CustomField[]) =>
    fields.map((field) => ({
      field: customQueryField(field),
      isArchived: field.archived,
      named: field.options,
    })),
};

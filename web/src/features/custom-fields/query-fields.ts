import { customQueryField, listCustomFields } from '#contract/custom-fields.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { QueryFieldsQuery } from '#web/lib/extensions.ts';

/** The fields by which queries can ask for what admins have defined. */
export const customQueryFields: QueryFieldsQuery = {
  // Below the fields' own key, so that it is fetched again with them.
  queryKey: endpointKey(listCustomFields, 'query fields'),
  queryFn: async ({ signal }) => {
    const fields = await call(listCustomFields, { signal });
    return fields.map((field) => ({ field: customQueryField(field), named: field.options }));
  },
};

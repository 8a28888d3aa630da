import { listCustomFields } from '#contract/classification/custom-fields.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Every field in its order, archived ones included. */
export const customFieldsQuery = endpointQuery(listCustomFields, {});

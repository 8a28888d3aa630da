import { listCustomFields } from '#contract/classification/custom-fields.ts';
import { followedQuery } from '#web/lib/api/query.ts';

/** Every field in its order, archived ones included. */
export const customFieldsQuery = followedQuery(listCustomFields, {});

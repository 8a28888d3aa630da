import { listComponents } from '#contract/classification/components.ts';
import { followedQuery } from '#web/lib/api/query.ts';

/** Every component, archived ones included. */
export const componentsQuery = followedQuery(listComponents, {});

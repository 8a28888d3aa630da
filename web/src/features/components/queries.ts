import { listComponents } from '#contract/classification/components.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Every component, archived ones included. */
export const componentsQuery = endpointQuery(listComponents, {});

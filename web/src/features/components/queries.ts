import { listComponents } from '#contract/components.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Every component, archived ones included. */
export const componentsQuery = endpointQuery(listComponents, {});

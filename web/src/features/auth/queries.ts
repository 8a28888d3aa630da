import { getRegistration } from '#contract/users.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Who can register. Asked once: a form that is being filled in does not go away. */
export const registrationQuery = { ...endpointQuery(getRegistration, {}), staleTime: Infinity };

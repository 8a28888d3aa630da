import { useEffect, useState } from 'react';
import { getRegistration } from '#contract/accounts/users.ts';
import type { Output } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/call.ts';

/** What the server tells visitors about accounts; undefined while it is unknown, and from a back end that does not tell. */
export function useRegistration(): Output<typeof getRegistration> | undefined {
  const [registration, setRegistration] = useState<Output<typeof getRegistration>>();
  useEffect(() => {
    call(getRegistration).then(setRegistration, () => undefined);
  }, []);
  return registration;
}

import { useEffect, useState } from 'react';
import { getRegistration } from '#contract/accounts/users.ts';
import type { Output } from '#contract/endpoint.ts';
import { call } from '#web/lib/api/call.ts';

/** The server's information for visitors about accounts; undefined while it is unknown, or if a back end has none. */
export function useRegistration(): Output<typeof getRegistration> | undefined {
  const [registration, setRegistration] = useState<Output<typeof getRegistration>>();
  useEffect(() => {
    call(getRegistration).then(setRegistration, () => undefined);
  }, []);
  return registration;
}

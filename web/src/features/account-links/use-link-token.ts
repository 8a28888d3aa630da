import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The token in the fragment of the address; empty without one. It is removed from the address bar and from the entry in the
 * history, so that neither a screenshot nor the next user of the browser has it. A link that is opened later replaces it.
 */
export function useLinkToken(): string {
  const router = useRouter();
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState(hash);
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') router.history.replace(pathname);
  }, [hash, pathname, router]);
  return token;
}

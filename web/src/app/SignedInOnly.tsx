import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { LoadingText } from '#web/ui/LoadingText.tsx';

/** Shows the protected routes to the signed-in. When a session ends under them it goes to sign in, and may come back. */
export function SignedInOnly() {
  const { state } = useAuth();
  const router = useRouter();
  const reason = state.status === 'signed-out' ? state.reason : undefined;
  useEffect(() => {
    if (reason === undefined) return;
    const search = reason === 'logout' ? {} : { returnTo: router.latestLocation.href };
    void router.navigate({ to: '/login', search, replace: true });
  }, [reason, router]);
  return state.status === 'signed-in' ? <Outlet /> : <LoadingText />;
}

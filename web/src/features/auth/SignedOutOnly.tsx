import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';

/** Shows a page to signed-out users. After a sign-in, here or in another tab, redirects to the requested page. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { state } = useAuth();
  const router = useRouter();
  const signedIn = state.status === 'signed-in';
  useEffect(() => {
    if (signedIn) router.history.replace(router.latestLocation.state.returnTo ?? '/');
  }, [signedIn, router]);
  return state.status === 'signed-out' ? children : <LoadingText />;
}

import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { LoadingText } from '#web/ui/LoadingText.tsx';

/** Shows the protected routes to the signed-in; everyone else goes to sign in, and may come back. */
export function SignedInOnly() {
  const { state } = useAuth();
  const returnTo = useLocation({ select: ({ href }) => href });
  if (state.status === 'loading') return <LoadingText />;
  if (state.status === 'signed-in') return <Outlet />;
  return <Navigate to="/login" search={state.reason === 'logout' ? {} : { returnTo }} replace />;
}

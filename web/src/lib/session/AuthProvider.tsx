import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { AuthContext } from './auth-context.ts';
import type { Session } from './session.ts';

/** Provides the session to `useAuth`, and re-renders when it changes. */
export function AuthProvider({ session, children }: { session: Session; children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { login, register, updateProfile, refresh, logout } = session;
  const value = useMemo(
    () => ({
      state,
      user: state.status === 'signed-in' ? state.user : undefined,
      login,
      register,
      updateProfile,
      refresh,
      logout,
    }),
    [state, login, register, updateProfile, refresh, logout],
  );
  return <AuthContext value={value}>{children}</AuthContext>;
}

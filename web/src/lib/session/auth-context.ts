import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Session, SessionState, User } from './session.ts';

interface Auth extends Pick<Session, 'login' | 'register' | 'updateProfile' | 'refresh' | 'logout'> {
  readonly state: SessionState;
  readonly user: User | undefined;
}

const AuthContext = createContext<Auth | undefined>(undefined);

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
  return createElement(AuthContext, { value }, children);
}

/** The session, for components. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === undefined) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in user, for components below the protected routes. */
export function useUser(): User {
  const { user } = useAuth();
  if (user === undefined) throw new Error('useUser must be used below a protected route');
  return user;
}

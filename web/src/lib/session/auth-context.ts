import { createContext, useContext } from 'react';
import type { Session, SessionState, User } from './session.ts';

interface Auth extends Pick<Session, 'login' | 'register' | 'updateProfile' | 'refresh' | 'logout'> {
  readonly state: SessionState;
  readonly user: User | undefined;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

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

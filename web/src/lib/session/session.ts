import type * as z from 'zod/mini';
import { type loginBody, logout, type profileBody, type registerBody } from '#contract/accounts/users.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call, onTokenRefused } from '#web/lib/api/call.ts';
import type { Once } from '#web/lib/api/once-only.ts';
import {
  getProfile,
  login,
  register,
  type SignedInUser,
  updateProfile,
} from '#web/lib/api/specified-users.ts';
import { readToken, removeToken, saveToken, watchToken } from '#web/lib/api/token.ts';
import { askForWorkspace, forgetWorkspace } from '#web/lib/api/workspace.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { isPageLeaving } from '#web/lib/waiting.ts';
import { type AuthError, loginError, profileError, registerError } from './auth-errors.ts';

/** The signed-in user; the token is stored separately. */
export type User = Omit<SignedInUser, 'token'>;

/** `ended`: the server refused the token of a live session. `logout`: the user signed out. */
type SignedOutReason = 'none' | 'logout' | 'ended';

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason };

export interface Session {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Signs in. Rejects with AuthError. */
  login(body: z.input<typeof loginBody>): Promise<void>;
  /** Creates an account, `once`, and signs in. Rejects with AuthError. */
  register(body: z.input<typeof registerBody>, once: Once): Promise<void>;
  /** Changes the user's profile and replaces the user by the server's response. Rejects with AuthError. */
  updateProfile(body: z.input<typeof profileBody>): Promise<User>;
  /** Fetches the profile again, because an admin may have changed the role. If that fails, nothing changes. */
  refresh(): Promise<void>;
  /** Signs out at once; sends the logout to the server without waiting for the response. */
  logout(): void;
}

/**
 * The session of the page. Fetches the profile if a token is saved, follows other tabs, and ends when the server refuses
 * the token.
 */
export function createSession(): Session {
  let state: SessionState =
    readToken() === undefined ? { status: 'signed-out', reason: 'none' } : { status: 'loading' };
  const { subscribe, notify } = createNotifier();

  function set(next: SessionState): void {
    state = next;
    notify();
  }

  function adopt({ token, ...user }: SignedInUser): User {
    if (token !== undefined) saveToken(token);
    set({ status: 'signed-in', user });
    return user;
  }

  function lose(reason: SignedOutReason): void {
    set({ status: 'signed-out', reason });
  }

  async function resolve(): Promise<void> {
    const token = readToken();
    try {
      const { token: _, ...user } = await call(getProfile);
      if (readToken() !== token) return follow();
      if (state.status === 'signed-in' && state.user._id !== user._id) lose('none');
      set({ status: 'signed-in', user });
    } catch {
      // The browser cancels the requests of a page that is being left; the token may still be valid.
      if (isPageLeaving()) return;
      if (readToken() !== token) return follow();
      forget();
      lose('none');
    }
  }

  function follow(): Promise<void> | void {
    if (readToken() === undefined) return lose('none');
    if (state.status === 'signed-out') set({ status: 'loading' });
    return resolve();
  }

  watchToken(() => void follow());
  onTokenRefused((token) => {
    // While the session is being resolved, the profile's response decides, and an invalid token is removed silently.
    if (state.status !== 'signed-in' || readToken() !== token) return;
    forget();
    lose('ended');
  });
  if (state.status === 'loading') {
    void resolve();
    if (additionsOffered()) askForWorkspace();
  }

  return {
    get: () => state,
    subscribe,
    async login(body) {
      adopt(await worded(loginError, call(login, { body })));
    },
    async register(body, once) {
      const answer = once((headers) => call(register, { body, headers }));
      adopt(await worded(registerError, answer));
    },
    async updateProfile(body) {
      return adopt(await worded(profileError, call(updateProfile, { body })));
    },
    async refresh() {
      try {
        const { token, ...user } = await call(getProfile);
        if (state.status === 'signed-in' && readToken() === token) set({ status: 'signed-in', user });
      } catch {
        // The listeners have already been notified of an ended session; other failures are temporary.
      }
    },
    logout() {
      call(logout, { keepalive: true }).catch(() => {
        // The token expires; this browser removes it in any case.
      });
      forget();
      set({ status: 'signed-out', reason: 'logout' });
    },
  };
}

/** Removes the session's data from the browser. */
function forget(): void {
  removeToken();
  forgetWorkspace();
}

/** The response to a call, with failures converted by the auth layer. */
async function worded<T>(words: (error: unknown) => AuthError, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw words(error);
  }
}

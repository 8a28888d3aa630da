import { send } from './call.ts';
import { noteSince } from './headers.ts';
import { readToken } from './token.ts';

/* The data that every screen needs, in one call, which is made in parallel with the call for the profile. */

/** Responses that are not parsed yet, by their names. */
export type WorkspaceParts = Readonly<Record<string, unknown>>;

/** The workspace of a user, stored in the browser between visits. */
interface StoredWorkspace {
  readonly user: string;
  readonly tag: string;
  readonly parts: WorkspaceParts;
}

interface Asked {
  /** The workspace that was stored at the time of the request, maybe another user's. */
  readonly stored: StoredWorkspace | undefined;
  readonly token: string | undefined;
  /** Undefined for any failure. */
  readonly answer: Promise<Omit<StoredWorkspace, 'user'> | undefined>;
}

const key = 'workspace';
/** The size in characters above which it is not stored: browsers allow some five million for everything. */
const most = 500_000;
/** In milliseconds. */
const timeout = 30_000;

let asked: Asked | undefined;

/** Asks for the workspace of the saved token, for `takeWorkspace`. */
export function askForWorkspace(): void {
  const [stored, token] = [readStored(), readToken()];
  asked = { stored, token, answer: ask(stored, token) };
}

/** Takes the workspace that was asked for with the saved token. Asks for it if that has not been done. */
export function takeWorkspace(): Asked {
  if (asked === undefined || asked.token !== readToken()) askForWorkspace();
  const taken = asked as unknown as Asked;
  asked = undefined;
  return taken;
}

async function ask(
  stored: StoredWorkspace | undefined,
  token: string | undefined,
): ReturnType<() => Asked['answer']> {
  const request = { method: 'GET', path: '/api/workspace' } as const;
  const headers = stored && { 'if-none-match': stored.tag };
  try {
    // Not `call`: a refusal ends nothing here, because missing parts are asked for by their own calls.
    const response = await send(
      request,
      { ...(headers && { headers }) },
      token,
      AbortSignal.timeout(timeout),
    );
    const { status, ok } = response;
    if (ok || status === 304) noteSince(response.headers);
    if (status === 304) return stored;
    return ok
      ? { tag: response.headers.get('etag') ?? '', parts: (await response.json()) as WorkspaceParts }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the workspace of the user for the next visit. */
export function storeWorkspace(stored: StoredWorkspace): void {
  try {
    const text = JSON.stringify(stored);
    if (text.length > most) forgetWorkspace();
    else localStorage.setItem(key, text);
  } catch {
    // The next visit starts without it.
    forgetWorkspace();
  }
}

/** Removes the stored workspace. */
export function forgetWorkspace(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function readStored(): StoredWorkspace | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as StoredWorkspace | null) ?? undefined;
  } catch {
    return undefined;
  }
}

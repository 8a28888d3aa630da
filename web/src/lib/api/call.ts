import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { getRegistration } from '#contract/accounts/users.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { address } from './address.ts';
import { ApiError, isSilence, MissingTokenError } from './api-error.ts';
import { additionsBeingAsked, additionsOffered, learnAdditions } from './back-end.ts';
import { noteAnswer, noteSilence } from './reach.ts';
import { noteSince, retryAfter } from './headers.ts';
import { getProfile, isSpecified, login, register } from './specified-users.ts';
import { readToken } from './token.ts';

interface CallOptions {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Lets the request outlive the page, as for a logout while leaving. */
  keepalive?: boolean;
}

export type CallInput<E> = Input<E> & CallOptions;
type Arguments<E> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface Request extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

const refused = createNotifier<[token: string]>();
/* Timeouts of requests, in milliseconds. */
const timeout = 30_000;
const shortTimeout = 5_000;

/** Calls `listener` with each token for which the server refused the profile (401). Returns the unsubscriber. */
export const onTokenRefused = refused.subscribe;

/* Endpoints whose responses show whether the back end has Katydid's additions. */
const detectingEndpoints = new Set<Endpoint>([getRegistration, login, register, getProfile]);

/** Checks whether the server answers, see `reach`. Rejects as `call` does. */
export async function ask(): Promise<void> {
  const signal = AbortSignal.timeout(shortTimeout);
  // Without additions there is no public call. A refusal also counts as a response, and does not end the session here.
  if (additionsOffered() === false) await answer({ ...getProfile, access: 'public' }, {}, signal);
  else await call(getRegistration, { signal });
}

/**
 * Calls an endpoint of the contract and returns the parsed body.
 * Throws ApiError for any failure, MissingTokenError where a session is needed and no token is saved.
 */
export async function call<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Output<E>> {
  return (await exchange(endpoint, ...input)).body;
}

/** Like `call`, for callers that also need the response headers. */
export async function exchange<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<{ body: Output<E>; headers: Headers }> {
  const asked = detectingEndpoints.has(endpoint) ? undefined : additionsBeingAsked();
  // Otherwise awaits nothing, so that a request sent before a logout still has the token.
  if (asked) await asked;
  const { response, body } = await request(endpoint, offered(endpoint, (input ?? {}) as Request));
  const { headers } = response;
  if (endpoint.response === undefined || isUnspecified(endpoint))
    return { body: undefined as Output<E>, headers };
  // A back end may respond with an empty body for something that does not exist.
  if (body === null && endpoint.notFound !== undefined)
    throw new ApiError(404, { message: endpoint.notFound });
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success) throw new ApiError(200, undefined, { cause: parsed.error });
  return { body: parsed.data as Output<E>, headers };
}

/**
 * The part of a call that the back end accepts: without additions, the part in the specification.
 * @throws ApiError for a call that the back end does not offer; nothing was sent
 */
function offered(endpoint: Endpoint, input: Request): Request {
  const additions = additionsOffered();
  if (additions === true) return input;
  if (!isSpecified(endpoint)) {
    if (additions === false) throw new ApiError(404, undefined);
    return input;
  }
  const { headers: _, query = {}, ...rest } = input;
  const taken = Object.entries(query).filter(([name]) => endpoint.specified.query.includes(name));
  return { ...rest, query: Object.fromEntries(taken) };
}

function isUnspecified(endpoint: Endpoint): boolean {
  return additionsOffered() !== true && isSpecified(endpoint) && !endpoint.specified.hasAnswer;
}

/**
 * Opens an endpoint whose response is a stream, without a timeout; only `signal` ends it. Rejects as `call` does, and
 * with the reason of `signal`.
 */
export async function openStream<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { signal: AbortSignal },
): Promise<{ body: ReadableStream<Uint8Array>; headers: Headers }> {
  const { body, headers } = await answer(endpoint, input as Request, input.signal);
  if (body === null) throw new ApiError(200, undefined);
  return { body, headers };
}

async function request(endpoint: Endpoint, input: Request): Promise<{ response: Response; body: unknown }> {
  const timedOut = AbortSignal.timeout(timeout);
  const signal = input.signal ? AbortSignal.any([input.signal, timedOut]) : timedOut;
  const response = await answer(endpoint, input, signal);
  if (endpoint.access !== 'public') noteSince(response.headers);
  return { response, body: await bodyOf(response) };
}

/** The body as JSON: null if there is none, undefined if it is not JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    // An empty body may come without a length.
    const text = await response.text();
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A successful response whose body is not read yet. */
async function answer(endpoint: Endpoint, input: Request, signal: AbortSignal): Promise<Response> {
  const token = readToken();
  const needsSession = endpoint.access !== 'public';
  if (needsSession && token === undefined) throw new MissingTokenError();
  const sent = send(endpoint, input, token, signal);
  if (detectingEndpoints.has(endpoint)) learnAdditions(sent);
  const response = await sent;
  if (response.ok) {
    noteAnswer();
    return response;
  }
  const error = new ApiError(response.status, await bodyOf(response), {
    retryAfter: retryAfter(response.headers),
  });
  if (isSilence(error)) noteSilence(ask);
  else noteAnswer();
  if (response.status === 401 && needsSession && token !== undefined) {
    const saved = readToken();
    if (saved === token) await checkSession(endpoint, token);
    // Another tab may have renewed the session during this request: reads are then retried. Writes are not, because
    // another user may have signed in there.
    else if (endpoint.method === 'GET' && saved !== undefined) return answer(endpoint, input, signal);
  }
  throw error;
}

/** The running check of the saved token. */
let sessionCheck: Promise<unknown> | undefined;

/**
 * After a refusal with 401: only a refused profile ends the session, so any other call requests it. Resolves once the
 * session has ended or is known to be alive, so that no screen shows a failure before it is left.
 */
async function checkSession(endpoint: Endpoint, token: string): Promise<void> {
  if (endpoint === getProfile) return refused.notify(token);
  sessionCheck ??= call(getProfile, { signal: AbortSignal.timeout(shortTimeout) })
    .catch(() => undefined)
    .finally(() => (sessionCheck = undefined));
  await sessionCheck;
}

/** Requests that were sent before the code that makes their calls was loaded. */
const ahead = new Map<string, Promise<Response>>();

const keyOf = (url: string, token: string | undefined, headers: Headers) =>
  [url, token, headers.get('prefer')].join();

/** Sends a GET request early. The first call with the same token, query and preference then takes its response. */
export function sendAhead(path: string, headers: Readonly<Record<string, string>> = {}): void {
  const token = readToken();
  const response = send({ method: 'GET', path }, { headers }, token, AbortSignal.timeout(timeout));
  // The call that takes the response rejects, too.
  response.catch(() => undefined);
  ahead.set(keyOf(address(path), token, new Headers(headers)), response);
}

/** Returns a response with any status. Throws ApiError without one, or the reason with which `signal` is aborted. */
export async function send(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Request,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(input.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const url = address(endpoint.path, input.params, input.query);
  const key = keyOf(url, token, headers);
  const sent = endpoint.method === 'GET' ? ahead.get(key) : undefined;
  if (sent) {
    ahead.delete(key);
    return sent;
  }
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal,
      keepalive: input.keepalive ?? false,
      cache: 'no-store',
      credentials: 'omit',
    });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    noteSilence(ask);
    throw new ApiError(0, undefined, { cause });
  }
}

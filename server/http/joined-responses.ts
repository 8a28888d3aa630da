import type { Endpoint } from '#contract/endpoint.ts';
import { can, isGeneral } from '#contract/permissions.ts';
import { Answer, responseSerializer } from './answer.ts';
import { AppError } from './errors.ts';
import type { Call } from './request-context.ts';
import type { Route } from './route.ts';
import type { Caller } from './session/session.ts';

interface Part {
  readonly name: string;
  readonly route: Route;
  /** The parsed query of its call, if it is not that of the whole call. */
  readonly query?: object;
}

/**
 * Returns the bodies of several routes' responses as one JSON object, by their names, without those that the caller may
 * not see. They are read concurrently. The routes get the parameters and the caller of `call`.
 * @throws what a route throws
 */
export async function joinResponses(
  call: Call<Endpoint> & { caller: Caller },
  parts: readonly Part[],
): Promise<Buffer> {
  const all = parts.map(async ({ name, route: { endpoint, handle }, query = call.query as object }) => {
    const { response, access } = endpoint;
    if (response === undefined || !isAllowed(call.caller, access)) return [];
    // Inherits the methods of the call.
    const own = Object.assign(Object.create(call) as Call<Endpoint>, { query });
    const result = await allowed(handle(own));
    if (result === undefined) return [];
    const body = result instanceof Answer ? (result as Answer<unknown>).body : result;
    return [`${JSON.stringify(name)}:${responseSerializer(response, call.reply)(body)}`];
  });
  return Buffer.from(`{${(await Promise.all(all)).flat().join(',')}}`);
}

/** Whether the caller may call the route. Permissions that need a resource are checked by its handler. */
function isAllowed(caller: Caller, access: Endpoint['access']): boolean {
  return typeof access !== 'object' || !isGeneral(access) || can(caller, access);
}

/** The result; undefined if the caller may not see it. */
async function allowed(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { getWorkspace } from '#contract/workspace.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { can, isGeneral } from '#contract/permissions.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { Answer, jsonType, responseSerializer } from '#server/http/answer.ts';
import { isKnown } from '#server/http/headers.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Caller } from '#server/http/session/session.ts';

/** What every screen needs, in one response: it has the responses of the routes whose endpoints are parts of it. */
export const workspace: ComposedFeature = {
  name: 'workspace',
  compose: ({ routes }) => ({
    routes: [route(getWorkspace, async (call) => readWorkspace(call, routes()))],
  }),
};

async function readWorkspace(
  call: Call<typeof getWorkspace>,
  routes: readonly Route[],
): Promise<Answer<Record<string, unknown>>> {
  const { caller, headers, reply } = call;
  const parts = await Promise.all(
    routes.flatMap(({ endpoint: { workspace: name, response, access }, handle }) => {
      if (name === undefined || response === undefined || !isAllowed(caller, access)) return [];
      return handle(call as Call<Endpoint>).then((result) => {
        const body = result instanceof Answer ? (result as Answer<unknown>).body : result;
        return `"${name}":${responseSerializer(response, reply)(body)}`;
      });
    }),
  );
  const body = Buffer.from(`{${parts.join(',')}}`);
  // With the caller, as a browser may ask with the tag of another user.
  const hash = createHash('sha256').update(caller._id).update(body).digest('base64url');
  const tag = `"${hash.slice(0, 22)}"`;
  if (isKnown(headers['if-none-match'], tag))
    return new Answer<Record<string, unknown>>(Buffer.of(), { etag: tag }, { status: 304 });
  return new Answer<Record<string, unknown>>(body, { etag: tag, 'content-type': jsonType });
}

/** As the route itself is allowed; permissions that need a resource are checked by its handler. */
function isAllowed(caller: Caller, access: Endpoint['access']): boolean {
  return typeof access !== 'object' || !isGeneral(access) || can(caller, access);
}

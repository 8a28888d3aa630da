import { createHash } from 'node:crypto';
import { getWorkspace } from '#contract/workspace.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { Answer, jsonType } from '#server/http/answer.ts';
import { isKnown } from '#server/http/headers.ts';
import { joinResponses } from '#server/http/joined-responses.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Route, route } from '#server/http/route.ts';

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
  const { caller, headers } = call;
  const parts = routes.flatMap((part) => {
    const { workspace: name } = part.endpoint;
    return name === undefined ? [] : { name, route: part };
  });
  const body = await joinResponses(call, parts);
  // Includes the caller, because a browser may ask with the tag of another user.
  const hash = createHash('sha256').update(caller._id).update(body).digest('base64url');
  const tag = `"${hash.slice(0, 22)}"`;
  if (isKnown(headers['if-none-match'], tag))
    return new Answer<Record<string, unknown>>(Buffer.of(), { etag: tag }, { status: 304 });
  return new Answer<Record<string, unknown>>(body, { etag: tag, 'content-type': jsonType });
}

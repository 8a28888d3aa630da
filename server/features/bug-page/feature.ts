import { getBugPage } from '#contract/bugs/bug-page.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { Answer, jsonType } from '#server/http/answer.ts';
import { joinResponses } from '#server/http/joined-responses.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Route, route } from '#server/http/route.ts';

/** What the page of a bug shows besides the bug: the responses of the routes whose endpoints are parts of it. */
export const bugPage: ComposedFeature = {
  name: 'bug page',
  compose: ({ routes }) => ({
    routes: [route(getBugPage, async (call) => readPage(call, routes()), { cached: true })],
  }),
};

/** @throws AppError 404, 400 for an unknown entry */
async function readPage(
  call: Call<typeof getBugPage>,
  routes: readonly Route[],
): Promise<Answer<Record<string, unknown>>> {
  const of = { bugId: call.params.id, around: call.query.around };
  const parts = routes.flatMap((part) => {
    const { bugPage: place } = part.endpoint;
    return place ? { name: place.name, route: part, query: place.query?.(of) ?? {} } : [];
  });
  return new Answer<Record<string, unknown>>(await joinResponses(call, parts), { 'content-type': jsonType });
}

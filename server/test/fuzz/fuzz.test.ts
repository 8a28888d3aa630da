import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '#contract/errors.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { endpoints } from '#contract/index.ts';
import { type FuzzRequest, requestsTo } from './fuzz-requests.ts';
import { retryOn503, type TestUser, testApp } from '#server/test/harness.ts';

/** How many requests; the long run (`npm run fuzz`) sends 100,000 on each engine, with a seed of its own. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const atOnce = 8;

const app = await testApp();
const people = await Promise.all([app.user(), app.user(), app.user({ role: 'admin' })]);
const bugs = await Promise.all(people.map((person: TestUser) => app.bug(person)));
const comments = await Promise.all(
  people.map(async (person, i) => {
    // On the bug of another, so that each has something in the inbox.
    const params = { id: bugs.at(i - 1)?._id ?? '' };
    return (await person.call(createComment, { params, body: { body: 'A comment' } })).body;
  }),
);
await app.runJobs();
// Its own account is never suspended by what the fuzzer does as an admin, nor its session ended: rows are put back below.
const known = {
  ids: [...people, ...bugs, ...comments].map(({ _id }) => _id),
  tokens: people.map(({ token }) => token),
};
const sessions = await app.store.db.selectFrom('sessions').selectAll().execute();

/** Makes up for logouts, demotions and suspensions, so that most requests get past the door. */
async function putBack(): Promise<void> {
  await app.store.write(async (tx) => {
    await tx.deleteFrom('sessions').execute();
    await tx.insertInto('sessions').values(sessions).execute();
    await tx.updateTable('users').set({ suspended_at: null }).execute();
    await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', people[2]._id).execute();
    await tx.deleteFrom('sign_in_tries').execute();
    await tx.deleteFrom('rate_limits').execute();
  });
}

async function send({ method, path, headers, body }: FuzzRequest): Promise<void> {
  const abort = new AbortController();
  // Only what is refused again and again is a fault of the request.
  const response = await retryOn503(() =>
    fetch(app.url + path, { method, headers, signal: abort.signal, ...(body !== undefined && { body }) }),
  );
  expect(response.status).toBeLessThan(500);
  // A stream that opened well has no end to wait for.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return abort.abort();
  const text = await response.text();
  if (response.status < 400 || method === 'HEAD') return;
  const error = z.looseObject(errorBody.shape).parse(JSON.parse(text));
  expect(error.message).not.toMatch(/sqlite|select |insert |node_modules|\.ts:|undefined|\[object/i);
}

const anyRequest = fc.oneof(...endpoints.map((endpoint) => requestsTo(endpoint, known)));

test(
  `${requests} requests, valid, nearly valid and hostile: no answer of 500 or more`,
  { tags: ['slow'], timeout: 30_000 + requests * 200 },
  async () => {
    const batches = fc.array(anyRequest, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        await Promise.all(batch.map(send));
        await putBack();
      }),
      { numRuns: Math.ceil(requests / atOnce), seed },
    );
    expect((await app.anonymous.send('GET', '/readyz')).status).toBe(200);
  },
);

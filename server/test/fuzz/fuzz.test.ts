import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '#contract/errors.ts';
import { createComponent } from '#contract/classification/components.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { endpoints } from '#contract/index.ts';
import { newId } from '#server/engine/id.ts';
import { type FuzzRequest, requestsTo } from './fuzz-requests.ts';
import { retryOn503, testApp } from '#server/test/harness.ts';
import { uploaded } from '#server/test/uploads.ts';

/** The number of requests. The long run (`npm run fuzz`) sends 100,000 on each engine, with a seed of its own. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const atOnce = 8;
const renewEvery = 50 * atOnce;

const app = await testApp();
const people = await Promise.all([app.user(), app.user(), app.user({ role: 'admin' })]);
const [, , admin] = people;
const named = [
  await admin.call(createLabel, { body: { name: 'slow', color: 'blue' } }),
  await admin.call(createComponent, { body: { name: 'Parser' } }),
  await admin.call(createVersion, { body: { name: '1.0', state: 'planned' } }),
  await admin.call(createCustomField, { body: { name: 'Found at', kind: 'text' } }),
];
/** Each person's bug, comment and file, by the ids that stand for them in requests. */
const theirs = people.map(() => ({ bug: newId(), comment: newId(), file: newId() }));
/** The ids of the existing objects. Requests delete them, so new ones are made from time to time. */
const present = new Map<string, string>();

async function renew(): Promise<void> {
  const filed = await Promise.all(people.map((person) => app.bug(person)));
  for (const [i, person] of people.entries()) {
    // Comments on another person's bug, so that everyone has something in the inbox.
    const params = { id: filed.at(i - 1)?._id ?? '' };
    const comment = await person.call(createComment, { params, body: { body: 'A comment' } });
    const ids = { bug: filed[i]?._id, comment: comment.body._id, file: (await uploaded(person))._id };
    for (const kind of ['bug', 'comment', 'file'] as const)
      present.set(theirs[i]?.[kind] ?? '', ids[kind] ?? '');
  }
  await app.runJobs();
}

await renew();
const users = people.map(({ _id }) => _id);
const bugs = theirs.map(({ bug }) => bug);
const comments = theirs.map(({ comment }) => comment);
const files = theirs.map(({ file }) => file);
const [labels = [], components = [], versions = [], fields = []] = named.map(({ body }) => [body._id]);
const byPath = { bugs, comments, files, labels, components, versions, users, 'custom-fields': fields };
const known = {
  ids: Object.values(byPath).flat(),
  idsOf: {
    ...byPath,
    inbox: bugs,
    triage: bugs,
    bugIds: bugs,
    bug: bugs,
    mentions: users,
    assignedTo: users,
    owner: users,
    component: components,
    foundIn: versions,
    fixedIn: versions,
    custom: fields,
  },
  // Many requests are refused to everyone but admins.
  tokens: [...people, admin, admin].map(({ token }) => token),
};
const standIns = new RegExp([...present.keys()].join('|'), 'g');
const withPresent = (text: string) => text.replace(standIns, (id) => present.get(id) ?? id);
// Requests as an admin may suspend the fuzzer's own accounts or end their sessions; the rows are restored below.
const sessions = await app.store.db.selectFrom('sessions').selectAll().execute();

/** Undoes logouts, demotions and suspensions, so that most requests pass the checks of sessions and roles. */
async function putBack(): Promise<void> {
  await app.store.write(async (tx) => {
    await tx.deleteFrom('sessions').execute();
    await tx.insertInto('sessions').values(sessions).execute();
    await tx.updateTable('users').set({ suspended_at: null }).execute();
    await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', admin._id).execute();
    await tx.updateTable('custom_fields').set({ is_required: 0 }).execute();
    await tx.deleteFrom('sign_in_tries').execute();
    await tx.deleteFrom('rate_limits').execute();
  });
}

async function send({ method, path, headers, body }: FuzzRequest): Promise<void> {
  const abort = new AbortController();
  // Only a request that is refused repeatedly is at fault.
  const response = await retryOn503(() =>
    fetch(app.url + withPresent(path), {
      method,
      headers,
      signal: abort.signal,
      ...(body !== undefined && { body: withPresent(body) }),
    }),
  );
  expect(response.status).toBeLessThan(500);
  // A stream that opened successfully has no end to wait for.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return abort.abort();
  const text = await response.text();
  if (response.status < 300) accepted += 1;
  if (response.status < 400 || method === 'HEAD') return;
  const error = z.looseObject(errorBody.shape).parse(JSON.parse(text));
  expect(error.message).not.toMatch(/sqlite|select |insert |node_modules|\.ts:|undefined|\[object/i);
}

let accepted = 0;
const anyRequest = fc.oneof(...endpoints.map((endpoint) => requestsTo(endpoint, known)));

test(
  `${requests} requests, valid, nearly valid and hostile: no answer of 500 or more`,
  { tags: ['slow'], timeout: 30_000 + requests * 200 },
  async () => {
    const batches = fc.array(anyRequest, { minLength: atOnce, maxLength: atOnce });
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        await Promise.all(batch.map(send));
        await putBack();
        sent += atOnce;
        if (sent % renewEvery === 0) await renew();
      }),
      { numRuns: Math.ceil(requests / atOnce), seed },
    );
    // Otherwise, only the checks of sessions and roles would be tested.
    expect(accepted / sent).toBeGreaterThan(0.15);
    expect((await app.anonymous.send('GET', '/readyz')).status).toBe(200);
  },
);

import { expect, test } from 'vitest';
import { createLabel, listLabels } from '#contract/classification/labels.ts';
import { createView } from '#contract/bugs/views.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { getWorkspace } from '#contract/workspace.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [admin, ann, bob] = await Promise.all([app.user({ role: 'admin' }), app.user(), app.user()]);
const parts = endpoints.filter(({ workspace }) => workspace !== undefined);
const read = (user: TestUser, headers?: Record<string, string>) => user.call(getWorkspace, {}, headers);

/** The answers to a user's single calls, by the names of the parts. */
async function singly(user: TestUser): Promise<Record<string, unknown>> {
  const answers = parts.map(async (endpoint: Endpoint): Promise<[string, unknown]> => {
    const { status, body } = await user.send('GET', endpoint.path);
    return [String(endpoint.workspace), status === 200 ? body : undefined];
  });
  return Object.fromEntries((await Promise.all(answers)).filter(([, body]) => body !== undefined));
}

test('only calls without input are parts of the workspace, each under its own name', () => {
  expect(parts.map(({ method, params, query, body }) => [method, params, query, body])).toEqual(
    parts.map(() => ['GET', undefined, undefined, undefined]),
  );
  expect(new Set(parts.map(({ workspace }) => workspace)).size).toBe(parts.length);
  expect(parts.every(({ workspace }) => /^[a-z]+$/i.test(workspace ?? ''))).toBe(true);
});

test('each caller gets exactly what the single calls return', async () => {
  await admin.call(createLabel, { body: { name: 'ui', color: 'blue' } });
  await ann.call(createView, { body: { name: 'Private "🦗"', query: 'status:open' } });
  for (const user of [admin, ann, bob]) expect((await read(user)).body).toEqual(await singly(user));
  const [ofAnn, ofBob] = await Promise.all([read(ann), read(bob)]);
  expect(JSON.stringify(ofAnn.body)).toContain('Private');
  expect(JSON.stringify(ofBob.body)).not.toContain('Private');
});

test('304 for the tag of an earlier response to the same user, until something changes', async () => {
  const [{ headers }, other] = await Promise.all([read(ann), read(bob)]);
  const tag = headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await read(ann, { 'if-none-match': tag });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag]);
  expect(again.headers.has('x-live-since')).toBe(true);
  expect((await read(ann, { 'if-none-match': `W/${tag}` })).status).toBe(304);
  expect((await read(ann, { 'if-none-match': other.headers.get('etag') ?? '' })).status).toBe(200);
  await admin.call(createLabel, { body: { name: 'api', color: 'blue' } });
  const changed = await read(ann, { 'if-none-match': tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(tag);
  expect(changed.body['labels']).toEqual((await ann.call(listLabels, {})).body);
});

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sinceHeader } from '#contract/live.ts';

const encoder = new TextEncoder();
const bugId = '0192f1c4-0000-7000-8000-000000000001';

/** The streams that the server was asked for, oldest first. */
let streams: { token: string; since: string | null; send: (text: string) => void; answer: () => void }[];
let storage: Map<string, string>;

beforeEach(() => {
  streams = [];
  storage = new Map([['token', 'of ada']]);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } }),
  );
  vi.stubGlobal('location', new URL('http://127.0.0.1'));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
  vi.stubGlobal('fetch', serve);
});
afterEach(() => vi.unstubAllGlobals());

function serve(url: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  signal.addEventListener('abort', () => {
    reject(signal.reason as Error);
    void writer.abort(signal.reason).catch(() => {});
  });
  streams.push({
    token: headers.get('authorization') ?? '',
    since: new URL(url, 'http://127.0.0.1').searchParams.get('since'),
    send: (text) => void writer.write(encoder.encode(text)).catch(() => {}),
    answer: () => resolve(new Response(readable)),
  });
  return promise;
}

const event = (seq: number, version: number) =>
  `id: ${seq}\ndata: ${JSON.stringify({ type: 'bug', _id: bugId, version })}\n\n`;

/** A page of Ada's, with modules of its own, that has received a response that is current up to the change `since`. */
async function openPage(since: number) {
  vi.resetModules();
  const { noteSince } = await import('#web/lib/api/headers.ts');
  const { createLive } = await import('./live.ts');
  noteSince(new Headers({ [sinceHeader]: String(since) }));
  const seen: unknown[] = [];
  const live = createLive({
    changes: async (changes) => void seen.push(...changes.map(({ version }) => version)),
    everything: async () => void seen.push('everything'),
  });
  onTestFinished(() => live.stop());
  // While the session is not known.
  live.stop();
  live.start('ada');
  return { live, seen: () => seen };
}

async function stream(number: number) {
  await expect.poll(() => streams.length).toBe(number);
  return streams[number - 1] as (typeof streams)[number];
}

test('a page that has read less than the stream has sent makes it begin again from there', async () => {
  const [first, second] = [await openPage(10), await openPage(10)];
  const one = await stream(1);
  expect([one.token, one.since]).toEqual(['Bearer of ada', '10']);
  one.answer();
  one.send(event(11, 1));
  for (const { seen } of [first, second]) await expect.poll(seen).toEqual([1]);
  one.send(event(13, 3));
  for (const { seen } of [first, second]) await expect.poll(seen).toEqual([1, 3]);
  expect([first.live.get(), second.live.get()]).toEqual(['live', 'live']);

  const third = await openPage(11);
  const two = await stream(2);
  expect(two.since).toBe('11');
  two.answer();
  two.send(event(13, 3));
  await expect.poll(third.seen).toEqual([3]);
  two.send(event(14, 4));
  await expect.poll(third.seen).toEqual([3, 4]);
  for (const { seen } of [first, second]) await expect.poll(seen).toEqual([1, 3, 4]);

  two.send('event: reset\nid: 90\ndata: {}\n\n');
  for (const { seen } of [first, second, third]) await expect.poll(() => seen().at(-1)).toBe('everything');
  expect(streams).toHaveLength(2);
});

test('a page that missed a change while it was frozen gets it with the next one', async () => {
  const [first, second] = [await openPage(10), await openPage(10)];
  const one = await stream(1);
  one.answer();
  await expect.poll(second.live.get).toBe('live');
  const lost = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {});
  onTestFinished(() => lost.mockRestore());
  one.send(event(11, 1));
  await expect.poll(() => [first, second].flatMap(({ seen }) => seen())).toEqual([1]);
  lost.mockRestore();
  one.send(event(12, 2));
  const two = await stream(2);
  expect(two.since).toBe('10');
  two.answer();
  two.send(event(11, 1));
  two.send(event(12, 2));
  for (const { seen } of [first, second]) await expect.poll(() => seen().at(-1)).toBe(2);
  expect(
    [first, second].flatMap(({ seen }) => seen()).filter((version) => version === 1).length,
  ).toBeLessThan(3);
});

test('only pages that have missed something read everything again', async () => {
  const first = await openPage(90);
  (await stream(1)).answer();
  const late = await openPage(10);
  const two = await stream(2);
  expect(two.since).toBe('10');
  two.answer();
  two.send('event: reset\nid: 90\ndata: {}\n\n');
  await expect.poll(late.seen).toEqual(['everything']);
  two.send(event(91, 2));
  await expect.poll(first.seen).toEqual([2]);
});

test('a stream that may be of another user is not read', async () => {
  const page = await openPage(10);
  const one = await stream(1);
  // Another user signs in, in another tab.
  storage.set('token', 'of bob');
  one.answer();
  one.send(event(11, 1));
  const two = await stream(2);
  expect(page.live.get()).not.toBe('live');
  // It was the same user.
  page.live.start('ada');
  two.answer();
  two.send(event(12, 2));
  await expect.poll(page.seen).toEqual([2]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { createAsks, share } from './asks.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  // Spread evenly, but the same in every run.
  let calls = 0;
  vi.spyOn(Math, 'random').mockImplementation(() => ((calls += 1) * 0.618) % 1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(isHidden: boolean) {
  page.hidden = isHidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

/** Asks whose requests are answered at once, with the times in seconds at which they were sent. */
function setUp(streams = 1) {
  const asks = createAsks(new AbortController().signal);
  asks.setStreams(streams);
  const times: number[] = [];
  const begin = performance.now();
  const run = async () => void times.push((performance.now() - begin) / 1_000);
  return { asks, times, run };
}

test('a page alone asks almost at once, then at most once a second', async () => {
  const { asks, times, run } = setUp();
  for (let i = 0; i < 100; i += 1) {
    asks.add('list', { calls: 1, run });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(times[0]).toBeLessThan(0.1);
  expect(times).toHaveLength(5);
  for (const [i, time] of times.slice(1).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThan(0.999);
});

test('a request follows the last change, too', async () => {
  const { asks, times, run } = setUp();
  asks.add('list', { calls: 1, run });
  await vi.advanceTimersByTimeAsync(100);
  asks.add('list', { calls: 1, run });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(times).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toHaveLength(2);
});

test('100 pages of a server together stay within some 20 requests a second', async () => {
  const pages = Array.from({ length: 100 }, () => setUp(100));
  const seconds = 60;
  // Every page learns of every change at the same moment.
  for (let at = 0; at < seconds * 1_000; at += 250) {
    for (const { asks, run } of pages) asks.add('list', { calls: 1, run });
    await vi.advanceTimersByTimeAsync(250);
  }
  const inSecond = Array.from({ length: seconds }, () => 0);
  for (const time of pages.flatMap(({ times }) => times))
    inSecond[Math.floor(time)] = (inSecond[Math.floor(time)] ?? 0) + 1;
  const total = inSecond.reduce((sum, count) => sum + count, 0);
  expect(Math.max(...inSecond)).toBeLessThanOrEqual(25);
  // Each page asks in every five seconds.
  expect(total).toBeGreaterThan(18 * seconds);
  expect(total).toBeLessThanOrEqual(20 * seconds + pages.length);
  expect(Math.min(...pages.map(({ times }) => times.length))).toBeGreaterThanOrEqual(11);
});

test('a page with many lists, or with a long one, asks less often', async () => {
  expect([share(1, 1), share(4, 100), share(5, 2_000)]).toEqual([50, 20_000, 60_000]);
  const { asks, times, run } = setUp();
  for (let i = 0; i < 100; i += 1) {
    asks.add('long list', { calls: 3, run });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(times).toHaveLength(4);
});

test('a hidden page does not ask until it is visible', async () => {
  const { asks, times, run } = setUp();
  show(true);
  for (const key of ['list', 'other', 'list']) asks.add(key, { calls: 1, run });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toEqual([]);
  show(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toEqual([60, 60]);
});

test('a request that cannot reach the server is repeated, unless signing out has stopped it', async () => {
  const { asks, times, run } = setUp();
  const failing = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new ApiError(0, undefined));
  asks.add('list', { calls: 1, run: async () => (await failing(), await run()) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([failing.mock.calls.length, times.length]).toEqual([2, 1]);
  const stop = new AbortController();
  const stopped = createAsks(stop.signal);
  stopped.add('list', { calls: 1, run });
  stop.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times).toHaveLength(1);
});

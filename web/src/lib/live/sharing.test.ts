import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerTime, shareStream, silence, type Word } from './sharing.ts';

let frozen: ReadonlySet<BroadcastChannel>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('window', new EventTarget());
  frozen = new Set();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets time pass in small steps, with messages delivered between them. */
async function pass(milliseconds: number) {
  for (let at = 0; at < milliseconds; at += 25) {
    vi.advanceTimersByTime(25);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  }
}

const election = 4 * answerTime;

/**
 * A page that shares the stream and wants it. `freeze` stops its messages in both directions. Only this file uses the
 * name, because tests of other files run in the same process.
 */
function openPage(name = 'shared by ada') {
  let channel: BroadcastChannel | undefined;
  const Real = BroadcastChannel;
  class Freezable extends Real {
    constructor(called: string) {
      super(called);
      // oxlint-disable-next-line typescript/no-this-alias
      channel = this;
    }
    override postMessage(message: unknown) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (!frozen.has(this)) super.postMessage(message);
    }
    override addEventListener(type: string, listener: unknown) {
      const hear = listener as (event: unknown) => void;
      super.addEventListener(type, (event: unknown) => frozen.has(this) || hear(event));
    }
  }
  vi.stubGlobal('BroadcastChannel', Freezable);
  const [closed, attention] = [new AbortController(), new AbortController()];
  const page = {
    heard: [] as Word[],
    sought: [] as (number | undefined)[],
    after: 0,
    term: undefined as AbortSignal | undefined,
    close: () => closed.abort(),
    hide: () => attention.abort(),
    freeze: (isFrozen: boolean) => void (frozen = new Set(isFrozen && channel ? [...frozen, channel] : [])),
    say: (word: Word) => pages.say(word),
    seek: () => pages.seek(),
    hasStream: () => page.term?.aborted === false,
  };
  const pages = shareStream({
    name,
    signal: closed.signal,
    current: () => ({ state: 'live', after: page.after }),
    position: () => page.after,
    onWord: (word) => page.heard.push(word),
    onSought: (since) => page.sought.push(since),
  });
  vi.stubGlobal('BroadcastChannel', Real);
  onTestFinished(page.close);
  async function stand() {
    const wanted = AbortSignal.any([closed.signal, attention.signal]);
    while (!wanted.aborted) {
      const term = (page.term = await pages.whenElected(wanted));
      if (!term.aborted) await new Promise((resolve) => term.addEventListener('abort', resolve));
    }
  }
  void stand();
  return page;
}

type Page = ReturnType<typeof openPage>;

function leaderOf(pages: readonly Page[]): Page {
  const leaders = pages.filter((page) => page.hasStream());
  expect(leaders).toHaveLength(1);
  return leaders[0] as Page;
}

/** Nine pages, and the one of them that has the stream. */
async function openNine() {
  const pages = Array.from({ length: 9 }, () => openPage());
  await pass(election);
  const leader = leaderOf(pages);
  return { pages, leader, others: pages.filter((page) => page !== leader) };
}

test('of several pages opened at once, one has the stream, and the others hear what it says', async () => {
  const { leader, others } = await openNine();
  const word: Word = { state: 'live', after: 1, event: { id: '2', event: undefined, data: '{}' } };
  leader.say(word);
  await pass(25);
  for (const page of others) expect(page.heard.at(-1)).toMatchObject(word);
  await pass(4 * silence);
  expect(leaderOf([leader, ...others])).toBe(leader);
});

test('a single page has the stream, and a page opened later asks it', async () => {
  const first = openPage();
  await pass(answerTime);
  expect(first.hasStream()).toBe(true);
  const second = openPage();
  second.after = 7;
  await pass(election);
  expect([first.hasStream(), second.hasStream()]).toEqual([true, false]);
  second.seek();
  await pass(25);
  expect(first.sought.at(-1)).toBe(7);
});

test.for(['close', 'hide'] as const)('another page takes over: %s', async (leaves) => {
  const { leader, others } = await openNine();
  leader[leaves]();
  expect(leader.hasStream()).toBe(false);
  await pass(election);
  leaderOf(others);
});

test('after a crash, another page takes over; of two pages with the stream, one gives way', async () => {
  const { leader, others } = await openNine();
  leader.freeze(true);
  await pass(1.3 * silence + election);
  const next = leaderOf(others);
  leader.freeze(false);
  expect([leader.hasStream(), next.hasStream()]).toEqual([true, true]);
  next.say({ state: 'live', after: 5 });
  await pass(election);
  leaderOf([leader, ...others]);
});

test('a hidden page neither asks nor takes over', async () => {
  const [first, hidden] = [openPage(), openPage()];
  hidden.hide();
  await pass(election);
  first.close();
  await pass(2 * silence);
  expect(hidden.hasStream()).toBe(false);
});

test('pages of another user, or of a browser without channels, have streams of their own', async () => {
  const [ada, bob] = [openPage(), openPage('shared by bob')];
  vi.stubGlobal('BroadcastChannel', undefined);
  await pass(election);
  ada.say({ state: 'live', after: 3 });
  await pass(25);
  expect([ada.hasStream(), bob.hasStream(), bob.heard]).toEqual([true, true, []]);
  const stop = new AbortController();
  const alone = shareStream({
    name: 'shared by ada',
    signal: stop.signal,
    current: () => ({ state: 'live', after: undefined }),
    position: () => undefined,
    onWord: () => {},
    onSought: () => {},
  });
  const elected = alone.whenElected(stop.signal);
  await pass(answerTime);
  expect((await elected).aborted).toBe(false);
  stop.abort();
  expect((await elected).aborted).toBe(true);
});

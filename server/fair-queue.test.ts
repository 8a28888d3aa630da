import { expect, test } from 'vitest';
import { FairQueue, FairSemaphore } from './fair-queue.ts';

function drain(queue: FairQueue<string>): string[] {
  const order: string[] = [];
  for (let entry = queue.next(); entry; entry = queue.next()) order.push(entry.value);
  return order;
}

test('many entries of one key delay another key by at most one entry', () => {
  const queue = new FairQueue<string>();
  for (let i = 1; i <= 4; i += 1) queue.add('crowd', `c${i}`);
  expect(queue.next()?.value).toBe('c1');
  queue.add('other', 'o1');
  queue.add('other', 'o2');
  expect(drain(queue)).toEqual(['c2', 'o1', 'c3', 'o2', 'c4']);
});

test('a key gains no credit while it has no entries', () => {
  const queue = new FairQueue<string>();
  for (let i = 1; i <= 6; i += 1) queue.add('busy', `b${i}`);
  for (let i = 0; i < 3; i += 1) queue.next();
  for (let i = 1; i <= 3; i += 1) queue.add('late', `l${i}`);
  expect(drain(queue)).toEqual(['b4', 'l1', 'b5', 'l2', 'b6', 'l3']);
});

test('the key with the most entries loses its newest, and a removed entry is not served', () => {
  const queue = new FairQueue<string>();
  const first = queue.add('crowd', 'c1');
  queue.add('crowd', 'c2');
  queue.add('crowd', 'c3');
  queue.add('other', 'o1');
  expect(queue.dropFromLongest()?.value).toBe('c3');
  expect([queue.remove(first), queue.remove(first)]).toEqual([true, false]);
  expect(queue.size).toBe(2);
  expect(drain(queue)).toEqual(['c2', 'o1']);
});

test('a key that was served has its next turn after all others', () => {
  const queue = new FairQueue<string>();
  for (const key of ['a', 'b', 'c']) queue.add(key, `${key}1`);
  expect([queue.next()?.value, queue.next()?.value]).toEqual(['a1', 'b1']);
  for (const key of ['a', 'b']) queue.add(key, `${key}2`);
  expect(drain(queue)).toEqual(['c1', 'a2', 'b2']);
});

test('a key that is not allowed to continue is skipped', () => {
  const queue = new FairQueue<string>();
  queue.add('a', 'a1');
  queue.add('b', 'b1');
  expect(queue.next((key) => key !== 'a')?.value).toBe('b1');
  expect(queue.next((key) => key !== 'a')).toBeUndefined();
  expect(queue.hasNext((key) => key !== 'a')).toBe(false);
  expect(queue.next()?.value).toBe('a1');
});

function semaphore({ maxWaiting = 3 } = {}) {
  return new FairSemaphore({ concurrency: 1, maxWaiting, full: () => new Error('full') });
}

/** Waits for the semaphore and records how that ended. */
async function note(outcomes: string[], name: string, waiting: Promise<() => void>): Promise<void> {
  try {
    const release = await waiting;
    outcomes.push(name);
    release();
  } catch (error) {
    outcomes.push(`${name}: ${(error as Error).message}`);
  }
}

test('waiters of a semaphore are served fairly by key', async () => {
  const crowded = semaphore({ maxWaiting: 10 });
  const release = await crowded.acquire('crowd');
  const outcomes: string[] = [];
  const all = [1, 2, 3].map((n) => note(outcomes, `c${n}`, crowded.acquire('crowd')));
  all.push(note(outcomes, 'o1', crowded.acquire('other')));
  release();
  await Promise.all(all);
  expect(outcomes.indexOf('o1')).toBe(1);
  expect(outcomes).toHaveLength(4);
});

test('when too many wait for a semaphore, the newest waiter of the busiest key is refused', async () => {
  const full = semaphore();
  const release = await full.acquire('crowd');
  const outcomes: string[] = [];
  const all = [1, 2, 3].map((n) => note(outcomes, `c${n}`, full.acquire('crowd')));
  all.push(note(outcomes, 'o1', full.acquire('other')));
  await all[2];
  expect([outcomes, full.waiting]).toEqual([['c3: full'], 3]);
  await expect(full.acquire('crowd')).rejects.toThrow('full');
  release();
  await Promise.all(all);
  expect(outcomes.toSorted()).toEqual(['c1', 'c2', 'c3: full', 'o1']);
  // Refused waiters hold nothing.
  (await full.acquire('last'))();
});

test('a waiter whose signal is aborted leaves the queue and never holds the semaphore', async () => {
  const wanted = semaphore();
  const release = await wanted.acquire('a');
  const gone = new AbortController();
  const outcomes: string[] = [];
  const giving = note(outcomes, 'gone', wanted.acquire('b', gone.signal));
  const staying = note(outcomes, 'stays', wanted.acquire('c'));
  gone.abort(new Error('gave up'));
  await giving;
  expect([outcomes, wanted.waiting]).toEqual([['gone: gave up'], 1]);
  release();
  await staying;
  await expect(wanted.run('b', async () => 'done', gone.signal)).rejects.toThrow('gave up');
  expect(await wanted.run('b', async () => 'done')).toBe('done');
});

test('one key holds at most its share of a semaphore, and others use the rest', async () => {
  const shared = new FairSemaphore({
    concurrency: 3,
    perKey: 2,
    maxWaiting: 9,
    full: () => new Error('full'),
  });
  const [first, second] = [await shared.acquire('crowd'), await shared.acquire('crowd')];
  const outcomes: string[] = [];
  const third = shared.acquire('crowd').then((release) => {
    outcomes.push('third');
    return release;
  });
  const other = await shared.acquire('other');
  expect([outcomes, shared.waiting]).toEqual([[], 1]);
  other();
  await shared.run('another', async () => {});
  expect([outcomes, shared.waiting]).toEqual([[], 1]);
  first();
  const release = await third;
  expect(outcomes).toEqual(['third']);
  for (const each of [second, release]) each();
  expect(await Promise.all([1, 2, 3].map((n) => shared.run(`user ${n}`, async () => n)))).toEqual([1, 2, 3]);
});

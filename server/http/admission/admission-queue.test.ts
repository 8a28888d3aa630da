import { beforeEach, expect, test } from 'vitest';
import { AdmissionQueue } from './admission-queue.ts';
import { RequestCosts } from './request-costs.ts';

let clock: number;
let refused: string[];
let queue: AdmissionQueue<string>;
/** How long each request had waited when it was served. */
let waits: number[];
beforeEach(() => {
  clock = 0;
  refused = [];
  waits = [];
  arrivals.clear();
  const costs = new RequestCosts();
  costs.note('cheap', 1);
  costs.note('dear', 20);
  costs.note('misjudged', 100_000);
  queue = new AdmissionQueue({ costs, now: () => clock, onRefuse: (name) => refused.push(name) });
});

const arrivals = new Map<string, number>();
function add(key: string, name: string, route = 'cheap') {
  arrivals.set(name, clock);
  return queue.add(key, route, name);
}
function addMany(count: number, key: string, route?: string): void {
  for (let i = 1; i <= count; i += 1) add(key, `${key}${i}`, route);
}

/** Serves the next one, which takes `ms`. */
function serve(ms: number): string | undefined {
  const due = queue.next(() => true);
  if (!due) return undefined;
  waits.push(clock - (arrivals.get(due.value) ?? 0));
  clock += ms;
  queue.refuseExpired();
  return due.value;
}

test('two hundred requests that one user sends at once are all served, also dear ones', () => {
  addMany(200, 'ada', 'dear');
  while (serve(20));
  expect([waits.length, refused]).toEqual([200, []]);
  expect(clock).toBe(4_000);
});

test.each([
  ['as expected', 1, 3],
  ['three times as slowly as expected', 3, 9],
])('under sustained load nothing that is served has waited for a second: served %s', (_, took, perServed) => {
  // For five seconds, three times what can be served.
  let [sent, served] = [0, 0];
  while (clock < 5_000) {
    for (let i = 0; i < perServed; i += 1) add('ada', `a${(sent += 1)}`);
    if (serve(took)) served += 1;
  }
  while (serve(took)) served += 1;
  expect(Math.max(...waits)).toBeLessThan(1_000);
  // As many as there was time for: a queue that runs empty would waste it.
  expect(served).toBeGreaterThanOrEqual(Math.floor(5_000 / took));
  expect(served + refused.length).toBe(sent);
});

test('where the wait would be long, a newcomer is refused at once', () => {
  addMany(550, 'ada');
  expect(queue.size).toBe(300);
  expect(refused).toEqual(Array.from({ length: 250 }, (_, i) => `ada${301 + i}`));
});

test('the newest request of the heaviest user is refused, and not the newcomer', () => {
  addMany(300, 'ada');
  add('ben', 'ben1');
  expect([refused, queue.size]).toEqual([['ada300'], 300]);
  // Bursts are weighted by their cost.
  addMany(30, 'ben', 'dear');
  expect(refused).toContain('ben30');
  expect(serve(1)).toBe('ada1');
  expect(serve(1)).toBe('ben1');
});

test('a request that has waited for 600 ms is refused under sustained load', () => {
  addMany(250, 'ada');
  add('ben', 'late');
  clock = 599;
  queue.refuseExpired();
  expect(refused).toEqual([]);
  clock = 600;
  queue.refuseExpired();
  expect(refused).toEqual(['late']);
  clock = 5_000;
  queue.refuseExpired();
  expect([queue.size, refused.length]).toEqual([0, 251]);
});

test('once the queue has been empty, another burst is admitted', () => {
  addMany(400, 'ada', 'dear');
  expect(refused).toHaveLength(150);
  while (serve(20));
  refused = [];
  addMany(250, 'ada', 'dear');
  expect(refused).toEqual([]);
});

test('the few requests of a page are accepted, however long they are expected to take', () => {
  addMany(20, 'ada', 'misjudged');
  while (serve(100));
  expect([waits.length, refused]).toEqual([20, []]);
});

test('a request that was removed is neither served nor refused', () => {
  const entry = add('ada', 'gone');
  add('ada', 'stays');
  expect([queue.remove(entry), queue.remove(entry)]).toEqual([true, false]);
  expect([serve(1), serve(1), refused]).toEqual(['stays', undefined, []]);
});

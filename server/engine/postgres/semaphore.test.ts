import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

function make({ progress = false, max = 60_000 } = {}) {
  const now = { progress, checks: 0 };
  const semaphore = new Semaphore({
    concurrency: 2,
    maxWaiting: 3,
    full: () => new Error('full'),
    timeout: {
      min: 20,
      max,
      makesProgress() {
        now.checks += 1;
        return now.progress;
      },
      timedOut: () => new Error('timed out'),
    },
  });
  return { semaphore, now };
}

test('waiters are served first in, first out, and refused when too many wait', async () => {
  const { semaphore } = make({ progress: true });
  const [end, endOther] = [await semaphore.acquire(), await semaphore.acquire()];
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (n) => {
    const release = await semaphore.acquire();
    order.push(n);
    release();
  });
  await expect(semaphore.acquire()).rejects.toThrow('full');
  expect(order).toEqual([]);
  end();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  endOther();
  const both = await Promise.all([semaphore.acquire(), semaphore.acquire()]);
  expect(both).toHaveLength(2);
});

test('a waiter stays while there is progress, and times out once there is none', async () => {
  const { semaphore, now } = make({ progress: true });
  const ends = [await semaphore.acquire(), await semaphore.acquire()];
  const outcomes: string[] = [];
  const waiting = semaphore.acquire().then(
    () => outcomes.push('acquired'),
    (error: unknown) => outcomes.push((error as Error).message),
  );
  await expect.poll(() => now.checks).toBeGreaterThanOrEqual(2);
  expect(outcomes).toEqual([]);
  now.progress = false;
  await waiting;
  expect(outcomes).toEqual(['timed out']);
  // A refused waiter holds nothing.
  ends[0]?.();
  expect(await semaphore.acquire()).toBeDefined();
});

test('a waiter times out at the maximum despite progress', async () => {
  const { semaphore } = make({ progress: true, max: 50 });
  await semaphore.acquire();
  await semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toThrow('timed out');
});

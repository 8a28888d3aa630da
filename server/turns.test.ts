import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

function make({ goesOn = false, longest = 60_000 } = {}) {
  const now = { goesOn };
  const turns = new Turns({
    atOnce: 2,
    most: 3,
    crowded: () => new Error('crowded'),
    patience: { least: 20, longest, goesOn: () => now.goesOn, stuck: () => new Error('stuck') },
  });
  return { turns, now };
}

test('a few have their turn at once, the others in the order in which they came', async () => {
  const { turns } = make({ goesOn: true });
  const [end, endOther] = [await turns.begin(), await turns.begin()];
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (n) => {
    const endTurn = await turns.begin();
    order.push(n);
    endTurn();
  });
  await expect(turns.begin()).rejects.toThrow('crowded');
  expect(order).toEqual([]);
  end();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
  endOther();
  const both = await Promise.all([turns.begin(), turns.begin()]);
  expect(both).toHaveLength(2);
});

test('one waits longer as long as it goes on, and is refused once it does not', async () => {
  const { turns, now } = make({ goesOn: true });
  const ends = [await turns.begin(), await turns.begin()];
  const outcomes: string[] = [];
  const waiting = turns.begin().then(
    () => outcomes.push('has its turn'),
    (error: unknown) => outcomes.push((error as Error).message),
  );
  await delay(200);
  expect(outcomes).toEqual([]);
  now.goesOn = false;
  await waiting;
  expect(outcomes).toEqual(['stuck']);
  // Who was refused takes no turn.
  ends[0]?.();
  expect(await turns.begin()).toBeDefined();
});

test('nobody waits for ever, though it goes on', async () => {
  const { turns } = make({ goesOn: true, longest: 50 });
  await turns.begin();
  await turns.begin();
  await expect(turns.begin()).rejects.toThrow('stuck');
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lastChange } from './db/changes.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Store } from './db/store.ts';
import { type DomainEvent, EventDispatcher, type Listeners, type Origin } from './events.ts';
import { features } from './features.ts';
import { atEnd } from './test/at-end.ts';
import { testDatabase } from './test/database.ts';

const origin: Origin = { actorId: undefined, address: 'test', requestId: 'test', at: new Date() };

async function openStore(): Promise<Store> {
  const store = await openDatabase(await testDatabase(), { exclusive: true });
  atEnd(() => store.close());
  await migrate(store);
  return store;
}

const userChanged = (): DomainEvent => ({ type: 'user changed', userId: randomUUID() });

/** Writes and emits the events with these listeners. */
async function emitted(
  store: Store,
  listeners: readonly Listeners[],
  events: readonly DomainEvent[],
): Promise<void> {
  const dispatcher = new EventDispatcher(listeners.map((one) => ({ listeners: one })));
  await dispatcher.unitOfWork(
    store.write,
    () => origin,
  )(async (tx) => {
    for (const event of events) dispatcher.emit(tx, event);
  });
}

test.each(['declared', 'reversed'])(
  'the change number is taken after every other write, with features in %s order',
  async (order) => {
    const store = await openStore();
    const seen: number[] = [];
    const spy: Listeners = {
      record: async (tx) => {
        seen.push(await lastChange(tx));
      },
    };
    const real = features.flatMap(({ listeners }) => listeners ?? []);
    const ordered = order === 'declared' ? real : real.toReversed();
    await emitted(store, [spy, ...ordered, spy], [userChanged(), userChanged()]);
    expect({ seen, last: await lastChange(store.db) }).toEqual({ seen: [0, 0, 0, 0], last: 2 });
  },
);

test('a transaction that is retried begins without the events of its first try', async () => {
  const { write } = await openStore();
  const handled: string[] = [];
  const events = new EventDispatcher([
    { listeners: { record: async (_tx, { type }) => void handled.push(type) } },
  ]);
  let tries = 0;
  const retrying: Store['write'] = async (work) => {
    await write(async (tx) => {
      await work(tx);
      throw new Error('deadlock');
    }).catch(() => {});
    handled.length = 0;
    return write(work);
  };
  await events.unitOfWork(
    retrying,
    () => origin,
  )(async (tx) => {
    tries += 1;
    events.emit(tx, userChanged());
  });
  expect({ tries, handled }).toEqual({ tries: 2, handled: ['user changed'] });
});

test('an event that a listener emits is handled and announced in the same transaction', async () => {
  const store = await openStore();
  const announced: string[] = [];
  const listeners: Listeners = {
    record: async (tx, { type }, _origin, emit) => {
      if (type === 'invited') emit(tx, userChanged());
    },
    announce: async (_tx, { type }) => void announced.push(type),
  };
  await emitted(store, [listeners], [{ type: 'invited' }]);
  expect(announced).toEqual(['invited', 'user changed']);
});

test('nothing is emitted outside of a unit of work, nor once the change number may be taken', async () => {
  const store = await openStore();
  const { emit } = new EventDispatcher([]);
  await expect(store.write(async (tx) => emit(tx, { type: 'invited' }))).rejects.toThrow('unit of work');
  const late: Listeners = { announce: async (tx, event, _origin, again) => again(tx, event) };
  await expect(emitted(store, [late], [{ type: 'invited' }])).rejects.toThrow('unit of work');
});

test('a listener that fails leaves nothing of the transaction behind', async () => {
  const store = await openStore();
  const failing: Listeners = {
    announce: async () => {
      throw new Error('no');
    },
  };
  const all = [...features.flatMap(({ listeners }) => listeners ?? []), failing];
  await expect(emitted(store, all, [userChanged()])).rejects.toThrow('no');
  expect(await lastChange(store.db)).toBe(0);
});

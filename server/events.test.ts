import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { lastChange } from './engine/changes.ts';
import { migrate } from './engine/migrate.ts';
import { openDatabase } from './engine/open.ts';
import type { Store } from './engine/store.ts';
import { type DomainEvent, EventDispatcher, type Listener, type Listeners, type Origin } from './events.ts';
import { features } from './features.ts';
import { atEnd } from './test/at-end.ts';
import { testDatabase } from './test/database.ts';

const origin = (): Origin => ({ actorId: undefined, address: 'test', requestId: 'test', at: new Date() });

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
  listening: readonly { readonly listeners?: Listeners }[],
  events: readonly DomainEvent[],
): Promise<void> {
  const dispatcher = new EventDispatcher(listening);
  await store.write((tx) =>
    dispatcher.run(tx, origin, async () => {
      for (const event of events) dispatcher.emit(tx, event);
    }),
  );
}

test('the listeners handle events after the work and before the commit', async () => {
  const store = await openStore();
  const seen: number[] = [];
  const spy: Listener = async (tx) => {
    seen.push((await tx.selectFrom('audit').select('id').execute()).length);
  };
  await emitted(
    store,
    [...features, { listeners: { all: spy } }],
    [{ type: 'invited', email: null }, userChanged()],
  );
  expect({ seen, last: await lastChange(store.db) }).toEqual({ seen: [1, 1], last: 1 });
});

test('a transaction that is retried begins without the events of its first try', async () => {
  const { write } = await openStore();
  const handled: string[] = [];
  const events = new EventDispatcher([
    { listeners: { all: async (_tx, { type }) => void handled.push(type) } },
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
  await retrying((tx) =>
    events.run(tx, origin, async () => {
      tries += 1;
      events.emit(tx, userChanged());
    }),
  );
  expect({ tries, handled }).toEqual({ tries: 2, handled: ['user changed'] });
});

test('an event cannot be emitted outside a unit of work, or while the listeners run', async () => {
  const store = await openStore();
  const dispatcher = new EventDispatcher([
    { listeners: { all: async (tx, event) => dispatcher.emit(tx, event) } },
  ]);
  const invited: DomainEvent = { type: 'invited', email: null };
  await expect(store.write(async (tx) => dispatcher.emit(tx, invited))).rejects.toThrow('unit of work');
  const handling = store.write((tx) => dispatcher.run(tx, origin, async () => dispatcher.emit(tx, invited)));
  await expect(handling).rejects.toThrow('unit of work');
});

test('a listener that fails leaves nothing of the transaction behind', async () => {
  const store = await openStore();
  const failing: Listener = async () => {
    throw new Error('no');
  };
  const all = [...features, { listeners: { 'user changed': failing } }];
  await expect(emitted(store, all, [userChanged()])).rejects.toThrow('no');
  expect(await lastChange(store.db)).toBe(0);
});

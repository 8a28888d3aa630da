import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Bug } from '#contract/bugs/bugs.ts';
import { lastChange, recordChange } from '#server/engine/changes.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { bugs } from '#server/features.ts';
import { LiveStreams } from './live-streams.ts';

const app = await testApp();
const { store } = app;
const faults: unknown[] = [];

/** Open streams of a separate process, besides the application's. `reads` gets the ids of the bugs that it reads. */
async function liveStreams(reads: string[] = []): Promise<LiveStreams> {
  const streams = new LiveStreams(store, {
    now: () => new Date(),
    maxPerNetwork: 2,
    readBugs(ids, maxBytes) {
      reads.push(...ids);
      return bugs.reader.findSmall(store.db, ids, maxBytes);
    },
    onReset() {},
    onFault: (error) => faults.push(error),
  });
  await streams.start();
  onTestFinished(() => streams.close());
  return streams;
}

/** Changes in one transaction; the bug need not exist. */
async function change(by: TestUser, count = 1): Promise<void> {
  await store.write(async (tx) => {
    for (let version = 1; version <= count; version += 1)
      recordChange(tx, { kind: 'bug', id: by._id, version });
  });
}

/** The number of the last change, once all changes are numbered. */
async function last(): Promise<number> {
  await store.numberChanges();
  return lastChange(store.db);
}

const setLast = (value: number) =>
  store.write((tx) => tx.updateTable('counters').set({ value }).where('name', '=', 'changes').execute());

/** Waits for a condition that must come true, however busy the machine is. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !isSo(); await delay(5))
    if (Date.now() > end) throw new Error(`Never: ${String(isSo)}`);
}

/** Reads ids, and `reset` where changes were missed. */
function readIds(stream: Readable): (number | 'reset')[] {
  const seen: (number | 'reset')[] = [];
  let rest = '';
  stream.on('data', (data: Buffer) => {
    const blocks = (rest + String(data)).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = /^id: (\d+)$/m.exec(block)?.[1];
      if (id !== undefined) seen.push(block.includes('event: reset') ? 'reset' : Number(id));
    }
  });
  return seen;
}

/** The bugs that a stream has received, with the numbers of the changes that carried them. */
function readBugs(stream: Readable): { seq: number; bug: Bug }[] {
  const seen: { seq: number; bug: Bug }[] = [];
  let rest = '';
  stream.on('data', (data: Buffer) => {
    const blocks = (rest + String(data)).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, seq, json] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      const bug = json === undefined ? undefined : (JSON.parse(json) as { bug?: Bug }).bug;
      if (bug) seen.push({ seq: Number(seq), bug });
    }
  });
  return seen;
}

const oneTo = (count: number, after: number) => Array.from({ length: count }, (_, i) => after + i + 1);

describe('a live stream', () => {
  test('receives every commit, whenever it comes', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const before = await last();
    const seen = readIds(await streams.open(user, '192.0.2.1'));
    // Without a pause, so that commits hit every moment of the reading.
    for (let i = 0; i < 300; i += 1) await change(user);
    await until(() => seen.length === 300);
    expect(seen).toEqual(oneTo(300, before));
  });

  test('catches up no faster than its client reads', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const before = await last();
    await change(user, 5_000);
    await until(() => streams.last === before + 5_000);
    const stream = await streams.open(user, '192.0.2.1', before);
    // When a later stream with a fast reader has caught up, this one would have, too.
    const other = readIds(await streams.open(user, '192.0.2.1', before));
    await until(() => other.length === 5_000);
    expect(stream.destroyed).toBe(false);
    expect(stream.readableLength).toBeLessThan(100_000);
    await change(user, 10);
    const seen = readIds(stream);
    await until(() => seen.length === 5_010);
    expect(seen).toEqual(oneTo(5_010, before));
  });

  test('is closed when its client stops reading', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const stream = await streams.open(user, '192.0.2.1');
    await until(() => streams.size === 1);
    for (let i = 0; i < 10; i += 1) await change(user, 500);
    await until(() => stream.destroyed);
    expect(streams.size).toBe(0);
  });

  test('gets the changed bug, which is read once for all streams and the changes of one commit', async () => {
    const reads: string[] = [];
    const [streams, user] = [await liveStreams(reads), await app.user()];
    const before = await last();
    let network = 0;
    const open = (since?: number) => streams.open(user, `2001:db8:0:${(network += 1)}::`, since);
    const seen = await Promise.all(Array.from({ length: 10 }, async () => readBugs(await open())));
    const bug = await app.bug(user);
    await until(() => seen.every((each) => each.length === 1));
    expect(seen.map((each) => each[0])).toEqual(seen.map(() => ({ seq: before + 1, bug })));
    await store.write(async (tx) => {
      for (let i = 0; i < 5; i += 1) recordChange(tx, { kind: 'votes', id: bug._id, version: null });
    });
    await until(() => seen.every((each) => each.length === 2));
    expect(seen.map((each) => each[1]?.seq)).toEqual(seen.map(() => before + 6));
    const timesRead = () => reads.filter((id) => id === bug._id).length;
    expect(timesRead()).toBe(2);
    const late = readBugs(await open(before));
    await until(() => late.length === 1);
    expect([late[0]?.seq, timesRead()]).toEqual([before + 6, 2]);
  });

  test('gets changes without bugs if these cannot be read, and with new names after a rename', async () => {
    const reads: string[] = [];
    const [streams, user] = [await liveStreams(reads), await app.user()];
    const seen = readBugs(await streams.open(user, '192.0.2.1'));
    const late: string[] = [];
    reads.push = () => {
      throw new Error('unreadable');
    };
    const ids = readIds(await streams.open(user, '192.0.2.2'));
    const bug = await app.bug(user);
    await until(() => ids.length === 1);
    expect([seen, faults.splice(0).length]).toEqual([[], 1]);
    reads.push = (...more) => late.push(...more);
    const before = await last();
    await store.write(async (tx) => recordChange(tx, { kind: 'votes', id: bug._id, version: null }));
    await until(() => seen.length === 1);
    await store.write(async (tx) => recordChange(tx, { kind: 'label', id: bug._id, version: null }));
    await until(() => ids.length === 3);
    const caughtUp = readBugs(await streams.open(user, '192.0.2.3', before));
    await until(() => caughtUp.length === 1);
    expect(late).toEqual([bug._id, bug._id]);
  });

  test('whose reader is slow gets changes without bugs and is not cut off for their size', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const slow = await streams.open(user, '192.0.2.1');
    const fast = readBugs(await streams.open(user, '192.0.2.2'));
    for (let i = 1; i <= 60; i += 1) {
      await app.bug(user, { description: 'x'.repeat(7_000) });
      await until(() => fast.length === i);
    }
    expect([slow.destroyed, slow.readableLength < 64_000]).toEqual([false, true]);
    const [ids, carried] = [readIds(slow), readBugs(slow)];
    await until(() => ids.length === 60);
    expect(carried.length).toBeGreaterThan(0);
    expect(carried.length).toBeLessThan(10);
  });

  test('opened after a change that does not exist receives a reset', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const before = await last();
    const seen = readIds(await streams.open(user, '192.0.2.1', before + 1_000));
    await change(user);
    await until(() => seen.length === 2);
    expect(seen).toEqual(['reset', before + 1]);
  });

  test('receives a reset when its process was away for longer than changes are stored', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const seen = readIds(await streams.open(user, '192.0.2.1'));
    const before = await last();
    await setLast(before + 20_000);
    await until(() => seen.length === 1);
    await change(user);
    await until(() => seen.length === 2);
    expect(seen).toEqual(['reset', before + 20_001]);
  });

  test('receives a reset when the database was set back', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const seen = readIds(await streams.open(user, '192.0.2.1'));
    const before = await last();
    await setLast(before - 10);
    await until(() => seen.length === 1);
    await setLast(before);
    await until(() => seen.length === 2);
    await change(user);
    await until(() => seen.length === 3);
    expect([...seen, streams.last]).toEqual(['reset', 'reset', before + 1, before + 1]);
  });

  test('ends if its session ended while it was opened', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    const stream = await streams.open({ ...user, token: 'of a session that is over' }, '192.0.2.1');
    stream.resume();
    await until(() => stream.readableEnded);
    expect(streams.size).toBe(0);
  });

  test('is refused beyond the limit of its network', async () => {
    const [streams, user, other] = [await liveStreams(), await app.user(), await app.user()];
    const first = await streams.open(user, '2001:db8::1');
    await streams.open(other, '2001:db8::2');
    await expect(streams.open(user, '2001:db8:0:0:5::')).rejects.toThrow('Too many');
    await streams.open(user, '2001:db8:0:1::1');
    first.destroy();
    await until(() => streams.size === 2);
    await streams.open(user, '2001:db8::3');
  });

  test('is refused while the server stops', async () => {
    const [streams, user] = [await liveStreams(), await app.user()];
    streams.close();
    await expect(streams.open(user, '192.0.2.1')).rejects.toThrow('Too many');
  });

  test('logged no fault during these tests', () => {
    expect(faults).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { getBugPage } from '#contract/bugs/bug-page.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import * as bugs from '#contract/bugs/bugs.ts';
import { createComment, updateComment } from '#contract/conversation/comments.ts';
import { createComponent } from '#contract/classification/components.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { aBug, testApp } from '#server/test/harness.ts';

/** Statements sent in the background: the sequencer, readers of the numbered changes, and a health check. */
const inBackground = /outbox order by|from "changes"|from "counters"|^select 1$|"job/;

/** The number of round trips to PostgreSQL that `work` takes. Pipelined statements share a round trip. */
async function roundTripsDuring(work: () => Promise<unknown>): Promise<number> {
  let answered = 0;
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>;
  pg.Client.prototype.query = async function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (inBackground.test(text)) return query.apply(this, given);
    const depth = answered + 1;
    try {
      return await query.apply(this, given);
    } finally {
      answered = Math.max(answered, depth);
    }
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  }
  return answered;
}

const app = await testApp();
const ann = await app.user({ role: 'admin' });
const bob = await app.user();
const label = (await ann.call(createLabel, { body: { name: 'Slow', color: 'red' } })).body;
const component = (await ann.call(createComponent, { body: { name: 'Core', owner: bob._id } })).body;

/** More than a call uses at once, including the sequencer. */
const connections = 5;

/** Opens connections in advance: waiting for a new one would look like waiting for another statement's answer. */
async function openConnections(): Promise<void> {
  const { promise: areAllOpen, resolve } = Promise.withResolvers<void>();
  let open = 0;
  const hold = async () => {
    open += 1;
    if (open === connections) resolve();
    await areAllOpen;
  };
  const executor = app.store.db.getExecutor();
  await Promise.all(Array.from({ length: connections }, () => executor.provideConnection(hold)));
}

async function roundTripsOf(call: () => Promise<{ status: number }>): Promise<number> {
  // Prepares the statements.
  await call();
  await openConnections();
  const statuses: number[] = [];
  const roundTrips = await roundTripsDuring(async () => statuses.push((await call()).status));
  expect(statuses[0]).toBeLessThan(300);
  return roundTrips;
}

describe('round trips to PostgreSQL', () => {
  test('filing a bug takes 4, and 5 with an assignee, a label and an idempotency key', async () => {
    const body = { ...aBug, assignedTo: bob._id, labels: [label._id] };
    expect(await roundTripsOf(() => ann.call(bugs.createBug, { body: aBug }))).toBe(4);
    const file = () => ann.call(bugs.createBug, { body }, { 'idempotency-key': randomUUID() });
    expect(await roundTripsOf(file)).toBe(5);
  });

  test('filing a bug takes 5 with a component whose owner is assigned', async () => {
    const body = { ...aBug, component: component._id };
    expect(await roundTripsOf(() => ann.call(bugs.createBug, { body }))).toBe(5);
  });

  test('editing a bug takes 4, for any change', async () => {
    const bug = await app.bug(ann);
    const inputs = [
      { title: 'Other', status: 'resolved', priority: 'high', assignedTo: bob._id, labels: [label._id] },
      { title: 'Again', status: 'open', priority: 'low', assignedTo: ann._id, labels: [] },
    ] as const;
    let edits = 0;
    const edit = () => {
      edits += 1;
      const body = { ...inputs[edits % 2], labels: [...(inputs[edits % 2]?.labels ?? [])] };
      return ann.call(bugs.updateBug, { params: { id: bug._id }, body });
    };
    expect(await roundTripsOf(edit)).toBe(4);
    const assign = () => {
      edits += 1;
      const assignedTo = edits % 2 ? ann._id : bob._id;
      return ann.call(setBugField.assignedTo, { params: { id: bug._id }, body: { assignedTo } });
    };
    expect(await roundTripsOf(assign)).toBe(4);
  });

  test('deleting a bug takes 4, reading one takes 2', async () => {
    const resolved = () => app.bug(ann, { status: 'resolved' });
    const ids = [(await resolved())._id, (await resolved())._id];
    const remove = () => ann.call(bugs.deleteBug, { params: { id: ids.pop() ?? '' } });
    expect(await roundTripsOf(remove)).toBe(4);
    const bug = await app.bug(ann);
    expect(await roundTripsOf(() => ann.call(bugs.getBug, { params: { id: bug._id } }))).toBe(2);
  });

  test('posting a comment takes 4, editing one takes 4', async () => {
    const bug = await app.bug(ann);
    const post = (body: string) => ann.call(createComment, { params: { id: bug._id }, body: { body } });
    expect(await roundTripsOf(() => post('Seen here, too'))).toBe(4);
    const params = { id: (await post('Text')).body._id };
    let edits = 0;
    const edit = () => ann.call(updateComment, { params, body: { body: `Text ${(edits += 1)}` } });
    expect(await roundTripsOf(edit)).toBe(4);
  });

  test('opening a timeline takes 3, and 4 around a comment', async () => {
    const bug = await app.bug(ann);
    const params = { id: bug._id };
    const around = (await ann.call(createComment, { params, body: { body: 'Text' } })).body._id;
    expect(await roundTripsOf(() => ann.call(getActivity, { params }))).toBe(3);
    expect(await roundTripsOf(() => ann.call(getActivity, { params, query: { around } }))).toBe(4);
  });

  test('the page of a bug with everything beside it takes 3, as its timeline alone does', async () => {
    const { _id: id } = await app.bug(ann);
    await bob.call(createComment, { params: { id }, body: { body: 'Text' } });
    expect(await roundTripsOf(() => ann.call(getBugPage, { params: { id }, query: {} }))).toBe(3);
  });
});

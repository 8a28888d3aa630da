import pg from 'pg';
import { expect, test } from 'vitest';
import { createBug, deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { createLabel, deleteLabel, updateLabel } from '#contract/classification/labels.ts';
import { register, updateProfile } from '#contract/accounts/users.ts';
import { seeded } from '#server/seed/seeded-random.ts';
import { atEnd } from '#server/test/at-end.ts';
import { bareDatabase } from '#server/test/database.ts';
import { type Answer, type Client, aBug, client, password } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { startServer } from '#server/test/server-process.ts';

/** How often each writer writes; WRITING_ROUNDS=1000 is the long form. */
const rounds = Number(process.env['WRITING_ROUNDS'] ?? 15);
const writersOfEach = 6;

const databaseUrl = await bareDatabase('postgres');
const servers = [await startServer(databaseUrl), await startServer(databaseUrl)] as const;
const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();
atEnd(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.end();
});

/** The token of an admin. */
async function admin() {
  const body = { name: 'Admin', email: 'admin@example.com', password };
  const { body: user } = await client(servers[0].url, undefined).call(register, { body });
  await database.query(`update users set role = 'admin' where id = $1`, [user._id]);
  return user;
}

/**
 * Reads a stream. Returns a function that resolves to the ids of its changes once it has shown the change of the given
 * bug.
 */
async function readChanges(url: string, token: string): Promise<(lastBug: string) => Promise<number[]>> {
  const stream = await LiveReader.open(url, token, 0);
  const ids: number[] = [];
  const bugs = new Set<unknown>();
  const done = { until: '' };
  const reading = (async () => {
    while (done.until === '' || !bugs.has(done.until)) {
      const event = await stream.next();
      if (!event) throw new Error('The stream ended');
      ids.push(event.id);
      bugs.add(event.data['_id']);
    }
    stream.close();
    return ids;
  })();
  return async (lastBug) => {
    done.until = lastBug;
    return reading;
  };
}

const rowsOf = async (query: string) => (await database.query<object>(query)).rows;
/** The stored counts, and those that counting finds. */
const counted = () =>
  rowsOf(`select status, priority, sum(bugs)::int as bugs from bug_counts where of = 'all'
    group by status, priority having sum(bugs) <> 0 order by status, priority`);
const stored = () =>
  rowsOf(
    'select status, priority, count(*)::int as bugs from bugs group by status, priority order by status, priority',
  );

test(
  'two servers write at once without deadlocks, and send each change once, in order',
  { timeout: 60_000 + rounds * 1_000, tags: ['slow'] },
  async () => {
    const { token, _id: adminId } = await admin();
    const reading = await Promise.all(servers.map(({ url }) => readChanges(url, token)));
    const random = seeded(1);
    const bugs: string[] = [];
    const labels: string[] = [];
    /** One of the newest ids, most of which are not deleted yet, so that writers conflict. */
    const oneOf = (ids: readonly string[]) => ({ id: ids.at(-1 - Math.floor(random() * 15)) ?? adminId });
    let made = 0;
    const calls: readonly ((by: Client) => Promise<Answer<{ _id: string } | undefined>>)[] = [
      (by) => by.call(createBug, { body: { ...aBug, assignedTo: adminId, labels: some(labels) } }),
      (by) => by.call(createBug, { body: aBug }),
      (by) =>
        by.call(updateBug, { params: oneOf(bugs), body: { title: `Title ${made}`, labels: some(labels) } }),
      (by) =>
        by.call(updateBug, { params: oneOf(bugs), body: { status: random() < 0.5 ? 'open' : 'resolved' } }),
      (by) => by.call(deleteBug, { params: oneOf(bugs) }),
      (by) => by.call(createLabel, { body: { name: `Label ${made}`, color: 'blue' as const } }),
      (by) => by.call(updateLabel, { params: oneOf(labels), body: { name: `Renamed ${made}` } }),
      (by) =>
        by.call(deleteLabel, {
          params: oneOf(labels),
          query: random() < 0.5 ? {} : { into: oneOf(labels).id },
        }),
      (by) => by.call(updateProfile, { body: { name: `Name ${made}` } }),
    ];
    function some(ids: readonly string[]): string[] {
      return ids.slice(-15).filter(() => random() < 0.15);
    }
    /** By then, a bug or label may be deleted, a name taken, or the database busy. */
    const expected = new Set([200, 201, 204, 400, 404, 409, 503]);
    async function write(by: Client): Promise<void> {
      made += 1;
      const which = Math.floor(random() * calls.length);
      const answer = await calls[which]?.(by);
      const isExpected = answer && expected.has(answer.status);
      if (!isExpected || (answer.status === 503 && !answer.error.message.startsWith('The server is busy')))
        throw new Error(`${which}: ${answer?.status} ${answer?.error.message}`);
      if (answer.status === 201) (which < 2 ? bugs : labels).push(String(answer.body?._id));
    }
    const writers = servers.flatMap(({ url }) =>
      Array.from({ length: writersOfEach }, () => client(url, token)),
    );
    for (let round = 0; round < rounds; round += 1) await Promise.all(writers.map(write));

    const file = async () => (await client(servers[0].url, token).call(createBug, { body: aBug })).body._id;
    const last = await file();
    const seen = Promise.all(reading.map((until) => until(last)));
    // Streams that have shown it already wait for one more.
    await file();
    for (const numbers of await seen) expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(await counted()).toEqual(await stored());
    for (const server of servers) {
      // Except for the lines of a start.
      expect(
        server.err.replaceAll(/^katydid: (Katydid is ready|Data|There is no admin|Register with).*\n/gm, ''),
      ).toBe('');
      expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
    }
  },
);

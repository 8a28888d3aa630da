import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listManagedUsers, updateManagedUser } from '#contract/admin/admin.ts';
import { type Bug, createBug, deleteBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { addVote } from '#contract/bugs/votes.ts';
import { getProfile, login, logout, register, updateProfile } from '#contract/accounts/users.ts';
import { command } from '#server/test/command.ts';
import { bareDatabase } from '#server/test/database.ts';
import { type Answer, type Client, aBug, client, password, retryOn503 } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { RoundRobin } from './round-robin.ts';
import { type ServerProcess, startServer } from '#server/test/server-process.ts';

/** Two servers, each a process of its own, on one database that was empty when they were started. */
let databaseUrl: string;
let database: pg.Client;
let a: ServerProcess;
let b: ServerProcess;

/**
 * Changes on one instance reach the other within a second. Another second is allowed because other tests may occupy
 * both cores.
 */
const atOnce = 1_000 + 1_000;
/** The key of the advisory lock that `postgres` takes while it migrates: see the dialect. */
const migrationLock = 5_289_343;

beforeAll(async () => {
  databaseUrl = await bareDatabase('postgres');
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await Promise.all([a, b].map((program) => program.stop()));
  await database.end();
});

const anonymous = (server: { url: string }) => client(server.url, undefined);
const as = (server: { url: string }, user: { token: string }) => client(server.url, user.token);

let made = 0;
async function person() {
  made += 1;
  const body = { name: `Person ${made}`, email: `person${made}@example.com`, password };
  const answer = await anonymous(a).call(register, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function file(by: Client, overrides: Partial<typeof aBug> & { title?: string } = {}): Promise<Bug> {
  const { status, body } = await retryOn503((key) =>
    by.call(createBug, { body: { ...aBug, ...overrides } }, key),
  );
  expect(status).toBe(201);
  return body;
}

const profileStatus = async (server: { url: string }, user: { token: string }) =>
  (await as(server, user).call(getProfile, {})).status;

const count = async (query: string, ...values: unknown[]) =>
  Number((await database.query<{ count: string }>(`select count(*) from ${query}`, values)).rows[0]?.count);

describe('two servers started at once on an empty database', () => {
  test('migrate it once', async () => {
    await database.query('select pg_advisory_lock($1)', [migrationLock]);
    const starting = Promise.all([startServer(databaseUrl), startServer(databaseUrl)]);
    const waiting = () => count(`pg_locks where locktype = 'advisory' and not granted`);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2);
    await database.query('select pg_advisory_unlock($1)', [migrationLock]);
    [a, b] = await starting;
    const { rows } = await database.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const server of [a, b]) expect((await anonymous(server).send('GET', '/readyz')).status).toBe(200);
  });
});

describe('what happens on one server takes effect on the other:', () => {
  test('a new session, and its end', async () => {
    const user = await person();
    expect([await profileStatus(a, user), await profileStatus(b, user)]).toEqual([200, 200]);
    await as(b, user).call(logout, {});
    expect([await profileStatus(a, user), await profileStatus(b, user)]).toEqual([401, 401]);
  });

  test('a new password', async () => {
    const user = await person();
    const other = await anonymous(b).call(login, { body: { email: user.email, password } });
    expect(await profileStatus(b, other.body)).toBe(200);
    const body = { currentPassword: password, newPassword: 'another green thing' };
    await as(a, user).call(updateProfile, { body });
    expect([await profileStatus(b, user), await profileStatus(b, other.body)]).toEqual([200, 401]);
    const old = await anonymous(b).call(login, { body: { email: user.email, password } });
    expect(old.status).toBe(401);
  });

  test('a role that the command line grants, and one that it revokes', async () => {
    const user = await person();
    const cli = async (verb: string) => {
      expect(await command(databaseUrl, ['admin', verb, user.email])).toMatchObject({ code: 0, err: '' });
    };
    const statuses = async () =>
      Promise.all([a, b].map(async (server) => (await as(server, user).call(listManagedUsers, {})).status));
    expect(await statuses()).toEqual([403, 403]);
    await cli('grant');
    expect(await statuses()).toEqual([200, 200]);
    await cli('revoke');
    expect(await statuses()).toEqual([403, 403]);
  });

  test('a suspension, which also ends live streams', async () => {
    const [admin, user] = [await person(), await person()];
    await database.query(`update users set role = 'admin' where id = $1`, [admin._id]);
    const stream = await LiveReader.open(b.url, user.token);
    const change = { params: { id: user._id }, body: { suspended: true } };
    expect((await as(a, admin).call(updateManagedUser, change)).status).toBe(200);
    const began = performance.now();
    expect(await profileStatus(b, user)).toBe(401);
    while (await stream.next());
    expect(performance.now() - began).toBeLessThan(atOnce);
  });

  test('the number of failed sign-ins', async () => {
    const user = await person();
    const wrong = { body: { email: user.email, password: 'not this one' } };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await anonymous(i % 2 ? a : b).call(login, wrong)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    for (const server of [a, b])
      expect((await anonymous(server).call(login, { body: { email: user.email, password } })).status).toBe(
        429,
      );
  });
});

describe('bugs', () => {
  test('filed through one are in the list and the streams of the other', async () => {
    const user = await person();
    const stream = await LiveReader.open(b.url, user.token);
    const bug = await file(as(a, user));
    const began = performance.now();
    const { body } = await as(b, user).call(listBugs, { query: { limit: '1' } });
    expect(body).toEqual([bug]);
    let event = await stream.next();
    while (event && event.data['_id'] !== bug._id) event = await stream.next();
    expect(event).toMatchObject({ data: { type: 'bug', _id: bug._id, version: 1 }, bug });
    expect(performance.now() - began).toBeLessThan(atOnce);
    stream.close();
  });

  test('changed through one are up to date in the next answer of the other, which caches them', async () => {
    const [ann, ben] = [await person(), await person()];
    const { _id: id } = await file(as(a, ann));
    const read = async () => (await as(b, ben).call(getBug, { params: { id } })).body;
    expect((await read()).title).toBe(aBug.title);
    for (const title of ['Second', 'Third']) {
      await as(a, ann).call(updateBug, { params: { id }, body: { title } });
      expect((await read()).title).toBe(title);
    }
    await as(a, ben).call(addVote, { params: { id }, body: {} });
    expect((await read()).votes).toBe(1);
    await as(a, ann).call(updateProfile, { body: { name: 'Ann' } });
    expect((await read()).createdBy.name).toBe('Ann');
  });

  test('a stream of one ends when its session ends on the other', async () => {
    const user = await person();
    const stream = await LiveReader.open(b.url, user.token);
    await as(a, user).call(logout, {});
    const began = performance.now();
    while (await stream.next());
    expect(performance.now() - began).toBeLessThan(atOnce);
  });

  test('are numbered in the order of their creation, even if both file them', async () => {
    const user = await person();
    const lanes = [a, b, a, b, a, b].map(async (server) => {
      for (let i = 0; i < 8; i += 1) await file(as(server, user));
    });
    await Promise.all(lanes);
    const { rows } = await database.query<{ number: number; created_at: Date }>(
      'select number, created_at from bugs order by number',
    );
    expect(rows.length).toBeGreaterThanOrEqual(48);
    const times = rows.map(({ created_at: at }) => at.getTime());
    expect(times).toEqual(times.toSorted((x, y) => x - y));
  });

  /** Pairs of edits of each of eight bugs; EDIT_PAIRS=125 is the long form. */
  const pairs = Number(process.env['EDIT_PAIRS'] ?? 5);

  test(
    'edited on both at once: one edit wins, the other receives the stored bug',
    { tags: ['slow'] },
    async () => {
      const user = await person();
      const lanes = Array.from({ length: 8 }, async () => {
        let bug = await file(as(a, user));
        for (let round = 0; round < pairs; round += 1) {
          const etag = { 'if-match': `"${bug.version}"` };
          const edits = [a, b].map((server, i) => {
            const body = { title: `Round ${round} by ${i}` };
            const params = { id: bug._id };
            return retryOn503(() => as(server, user).call(updateBug, { params, body }, etag));
          });
          const answers = await Promise.all(edits);
          const [won, lost] = answers.toSorted((x, y) => x.status - y.status);
          expect([won?.status, lost?.status]).toEqual([200, 412]);
          expect(lost?.error['bug']).toEqual(won?.body);
          bug = won?.body ?? bug;
        }
        return bug.version;
      });
      expect(await Promise.all(lanes)).toEqual(Array<number>(8).fill(pairs + 1));
    },
  );
});

/** How often a server is stopped under load; ROLLING_STOPS=50 is the long form. */
const rollingStops = Number(process.env['ROLLING_STOPS'] ?? 2);

describe('two servers that are restarted one after another behind a load balancer', () => {
  test(
    'drop no request, and their streams miss nothing',
    async () => {
      const user = await person();
      const balancer = await RoundRobin.start();
      await Promise.all([a, b].map(({ url }) => balancer.add(url)));
      const through = client(balancer.url, user.token);
      const filed = new Set<string>();
      const seen = new Set<string>();
      const resets: unknown[] = [];
      let requests = 0;
      const still = { rolling: true, working: true };
      async function expectStatus<T>(wanted: number, call: () => Promise<Answer<T>>): Promise<T> {
        const { status, body } = await retryOn503(call);
        requests += 1;
        if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`);
        return body;
      }
      async function work() {
        while (still.rolling) {
          const { _id: id } = await expectStatus(201, () => through.call(createBug, { body: aBug }));
          filed.add(id);
          const [params, body, etag] = [{ id }, { status: 'resolved' }, { 'if-match': '"1"' }] as const;
          await expectStatus(200, () => through.call(updateBug, { params, body }, etag));
          await expectStatus(200, () => through.call(getBug, { params }));
          await expectStatus(200, () => through.call(listBugs, { query: { limit: '20' } }));
          await expectStatus(204, () => through.call(deleteBug, { params }));
        }
      }
      const hasSeenAll = () => !still.working && [...filed].every((id) => seen.has(id));
      async function listen() {
        let since = '0';
        while (!hasSeenAll()) {
          const stream = await LiveReader.open(balancer.url, user.token, since);
          for (let event = await stream.next(); event; event = await stream.next()) {
            since = String(event.id);
            if (event.event === 'reset') resets.push(event);
            seen.add(String(event.data['_id']));
            if (hasSeenAll()) break;
          }
          stream.close();
        }
      }
      async function restart(server: ServerProcess): Promise<ServerProcess> {
        const enough = requests + 30;
        await expect.poll(() => requests, { timeout: 60_000 }).toBeGreaterThan(enough);
        const began = performance.now();
        expect(await server.stop()).toBe(0);
        expect(performance.now() - began).toBeLessThan(9_000);
        balancer.remove(server.url);
        const started = await startServer(databaseUrl);
        await balancer.add(started.url);
        return started;
      }
      const roll = async () => {
        for (let stops = 0; stops < rollingStops; stops += 2) {
          a = await restart(a);
          b = await restart(b);
        }
      };
      const workers = Promise.all([work(), work(), work()]);
      const listeners = Promise.all([listen(), listen()]);
      const rolled = roll().finally(() => (still.rolling = false));
      await Promise.all([rolled, workers]).finally(() => (still.working = false));
      // Ends the listeners' wait.
      await file(through).then(({ _id: id }) => filed.add(id));
      await listeners;
      await balancer.close();
      expect(resets).toEqual([]);
    },
    rollingStops * 120_000,
  );

  test('log no error during all these tests', () => {
    for (const server of [a, b]) {
      // Except for the lines of a start.
      expect(
        server.err.replaceAll(/^katydid: (Katydid is ready|Data|There is no admin|Register with).*\n/gm, ''),
      ).toBe('');
      expect(server.log.filter(({ level }) => level >= 50)).toEqual([]);
    }
  });
});

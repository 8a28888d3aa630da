// Measures what inboxes cost on SQLite, as ratios within one run: a page of an inbox with 10,000 bugs to a page of the
// list of bugs, and a comment that notifies 200 users to one that notifies none. `node lab/bench/inbox.ts`.
import { setTimeout as delay } from 'node:timers/promises';
import { median, timeOf } from '#lab/figures.ts';
import { person, seedDatabase, startServer } from '#lab/server.ts';
import { openDatabase } from '#server/engine/open.ts';
import { report } from './parts/report.ts';

const [items, watchers] = [10_000, 200];
const rounds = 9;
const [pagesOfRound, postsOfRound] = [100, 30];

const server = await startServer({ fill: (url) => seedDatabase(url, items, watchers) });
const token = await server.register();
const [alone, watched] = [await server.file(token), await server.file(token)];

const store = await openDatabase(server.databaseUrl, { exclusive: false });
const { db } = store;
const users = await db.selectFrom('users').select(['id', 'email']).execute();
const me = users.find(({ email }) => email === person.email)?.id ?? '';
const bugs = await db
  .selectFrom('bugs')
  .select(['id', 'number', 'created_by', 'updated_at'])
  .orderBy('number')
  .limit(items)
  .execute();
const rows = bugs.map(({ id, created_by: by, updated_at: at }, i) => ({
  user_id: me,
  bug_id: id,
  state: i % 3 === 0 ? ('unread' as const) : ('read' as const),
  reasons: 4,
  first_unread_at: at,
  snoozed_until: null,
  listed_at: at,
  latest_at: at,
  latest_kind: 'changed' as const,
  latest_by: by,
  latest_comment: null,
  mail_from_at: null,
  mail_due_at: null,
  mail_until: null,
}));
const at = new Date().toISOString();
const watches = users.map(({ id }) => ({ bug_id: watched, user_id: id, is_on: 1, at }));
await store.write(async (tx) => {
  for (let i = 0; i < rows.length; i += 500)
    await tx
      .insertInto('inbox')
      .values(rows.slice(i, i + 500))
      .execute();
  await tx.insertInto('watches').values(watches).execute();
});

const cursor = (position: readonly unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');
let page = 0;

/** The milliseconds that pages take, each from a different position, because responses are cached. */
async function reading(
  path: string,
  positionOf: (bug: (typeof bugs)[0]) => readonly unknown[],
): Promise<number> {
  return timeOf(async () => {
    for (let i = 0; i < pagesOfRound; i += 1) {
      const bug = bugs[bugs.length - 1 - ((page++ * 37) % (items - 100))];
      if (bug) await server.send('GET', `${path}?limit=50&cursor=${cursor(positionOf(bug))}`, { token });
    }
  });
}

/** The milliseconds that comments on the bug take, while others are notified of them. */
async function posting(bugId: string): Promise<number> {
  const time = await timeOf(async () => {
    for (let i = 0; i < postsOfRound; i += 1)
      await server.send('POST', `/api/bugs/${bugId}/comments`, { token, body: { body: `Comment ${i}` } });
  });
  const isWaiting = () =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'inbox fan-out')
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst();
  while (await isWaiting()) await delay(20);
  return time;
}

const times = { inbox: [] as number[], bugs: [] as number[], alone: [] as number[], watched: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const measured = {
    bugs: await reading('/api/bugs', ({ number }) => ['-createdAt', number, number]),
    inbox: await reading('/api/inbox', ({ id, updated_at }) => [updated_at, id]),
    alone: await posting(alone),
    watched: await posting(watched),
  };
  // The first round warms up.
  if (round > 0)
    for (const [name, time] of Object.entries(measured)) times[name as keyof typeof times].push(time);
}
const ratio = (a: readonly number[], b: readonly number[]) => (median(a) / median(b)).toFixed(2);
const each = (list: readonly number[], count: number) => `${(median(list) / count).toFixed(2)} ms`;
await report({
  program: 'inbox.ts',
  about: `One server on SQLite; medians of ${rounds} rounds, each of ${pagesOfRound} pages of 50 and ${postsOfRound} comments, one call at a time.`,
  figures: [
    [
      `a page of an inbox with ${items.toLocaleString('en')} bugs, times one of the list of bugs`,
      `${ratio(times.inbox, times.bugs)} (${each(times.inbox, pagesOfRound)})`,
      '1.5',
    ],
    [
      `a comment that ${watchers} users are notified of, times one that no one is`,
      `${ratio(times.watched, times.alone)} (${each(times.watched, postsOfRound)})`,
      '1.5',
    ],
  ],
});
await store.close();
await server.stop();

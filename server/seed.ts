import { type Priority, type Status, priorities, statuses } from '#contract/bugs.ts';
import { fold } from '#contract/search.ts';
import { type BugColumns, insertBugs, newestCreation } from './db/bulk-bugs.ts';
import { engineOf } from './db/dialect.ts';
import { searchIndexBatch, withoutIndices } from './db/fill.ts';
import { newId } from './db/id.ts';
import type { Store } from './db/store.ts';
import { hashPassword } from './features/users/passwords.ts';
import { type Account, insertUser } from './features/users/queries.ts';
import * as texts from './seed-texts.ts';
import { seeded } from './seeded-random.ts';

/** The password of every seeded user. */
export const seedPassword = 'leaf-green-evening';

/** How many bugs one transaction adds; a server on the same SQLite file waits meanwhile to write. */
const few = 2_000;
/** From so many bugs on, a tracker without bugs is filled in one transaction, for which others wait. */
const many = 20_000;
const day = 86_400_000;

type NewBug = Omit<BugColumns, 'number'>;

/**
 * Adds lifelike users and bugs, the bugs spread over the half year before `now`.
 * Users who are there already (by their address) are used again. A tracker without bugs that is to have `atOnceFrom` or more is
 * filled in one transaction, with the indices made at the end. Returns the first user.
 */
export async function seed(
  store: Store,
  size: { bugs: number; users: number },
  now: Date,
  { atOnceFrom = many } = {},
): Promise<Account | undefined> {
  const users = await addUsers(store, Math.max(1, size.users), now);
  // Behind the bugs that are there: a higher number is never the older bug.
  const newest = await newestCreation(store.db);
  const start = Math.max(now.getTime() - 182 * day, newest === undefined ? 0 : Date.parse(newest));
  const bugsFrom = () => lifelikeBugs(size.bugs, { users, start, end: now.getTime() });
  const batches = (most: number) =>
    Array.from({ length: Math.ceil(size.bugs / most) }, (_, i) => Math.min(most, size.bugs - i * most));
  if (newest === undefined && size.bugs >= atOnceFrom) {
    await store.bulkWrite((tx) =>
      withoutIndices(tx, ['bugs'], async () => {
        const nextBug = bugsFrom();
        for (const count of batches(searchIndexBatch)) {
          await insertBugs(tx, numbered(await engineOf(tx).nextNumbers(tx, count), nextBug));
          await engineOf(tx).renewSearchIndex(tx);
        }
      }),
    );
    return users[0];
  }
  const nextBug = bugsFrom();
  for (const count of batches(few)) {
    // Made before, as the transaction may be retried.
    const bugs = Array.from({ length: count }, nextBug);
    await store.write(async (tx) => {
      const each = bugs.values();
      await insertBugs(
        tx,
        numbered(await engineOf(tx).nextNumbers(tx, count), () => each.next().value as NewBug),
      );
    });
  }
  return users[0];
}

function numbered(numbers: readonly number[], nextBug: () => NewBug): Iterable<BugColumns> {
  return numbers.values().map((number) => ({ number, ...nextBug() }));
}

/** Makes what returns one of so many bugs after the other, without their numbers, the oldest first. */
function lifelikeBugs(
  count: number,
  { users, start, end }: { users: readonly Account[]; start: number; end: number },
): () => NewBug {
  // The same numbers on every run, so that two trackers seeded alike are alike.
  const random = seeded(count);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const step = (end - start) / Math.max(1, count);
  let i = 0;
  return () => {
    const created = new Date(start + (i + random()) * step);
    // Older bugs are the likelier to be done with.
    const age = 1 - i / count;
    const status: Status = random() < age * 0.8 ? 'resolved' : random() < 0.3 ? 'in-progress' : 'open';
    const priority: Priority = random() < 0.2 ? 'high' : random() < 0.6 ? 'medium' : 'low';
    const creator = pick(users);
    const assignee = random() < 0.25 ? null : pick(users);
    const { title, description } = texts.report(pick, i);
    const touched = new Date(Math.min(end, created.getTime() + random() * 14 * day));
    const isChanged = status !== 'open';
    i += 1;
    return {
      id: newId(),
      title,
      description,
      title_fold: fold(title),
      description_fold: fold(description),
      status: statuses.indexOf(status),
      priority: priorities.indexOf(priority),
      assigned_to: assignee?._id ?? null,
      created_by: creator._id,
      created_at: created.toISOString(),
      updated_at: (isChanged ? touched : created).toISOString(),
      version: isChanged ? 2 : 1,
    };
  };
}
async function addUsers(store: Store, count: number, now: Date): Promise<Account[]> {
  const passwordHash = await hashPassword(seedPassword, 'seed');
  return store.write(async (tx) => {
    const users: Account[] = [];
    for (let i = 0; i < count; i += 1) {
      const { name, email } = texts.person(i);
      const known = await tx
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', email)
        .executeTakeFirst();
      if (known) users.push({ _id: known.id, name, email, role: 'user', createdAt: '' });
      else users.push(await insertUser(tx, { name, email, passwordHash }, now));
    }
    return users;
  });
}

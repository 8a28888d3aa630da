import { type Priority, type Status, priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { type BugColumns, insertBugs, insertComments, insertHistory, newestCreation } from './bulk-bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { foldsOf } from '#server/engine/folds.ts';
import { withoutIndices } from '#server/engine/copy/fill.ts';
import { newId } from '#server/engine/id.ts';
import type { Schema, Tx } from '#server/engine/schema.ts';
import type { Store } from '#server/engine/store.ts';
import { hashPassword } from '#server/features/users/passwords/passwords.ts';
import { type Account, insertUser } from '#server/features/users/queries.ts';
import { lifelikeComments, lifelikeHistory } from './seed-history.ts';
import * as texts from './seed-texts.ts';
import { seeded } from './seeded-random.ts';

/** The password of every seeded user. */
export const seedPassword = 'leaf-green-evening';

/** How many bugs one transaction adds. Writes of a server on the same SQLite file have to wait for it. */
const few = 2_000;
/** The number of bugs from which a tracker without bugs is filled in one transaction, for which others wait. */
const many = 20_000;
const day = 86_400_000;

/** A bug without its number, and what was changed on it. */
interface NewBug {
  columns: Omit<BugColumns, 'number'>;
  history: Schema['history'][];
  comments: Schema['comments'][];
}

interface Seeded {
  /** The first user. */
  first: Account | undefined;
  /** The time from which the bugs are filed. */
  since: Date;
}

/**
 * Adds lifelike users and bugs with their history and comments, spread over the half year before `now`, but after the
 * newest existing bug: a higher number is never the older bug. Existing users (by their address) are reused. A tracker
 * without bugs that is to have `atOnceFrom` or more is filled in one transaction, with the indices made at the end.
 */
export async function seed(
  store: Store,
  size: { bugs: number; users: number },
  now: Date,
  { atOnceFrom = many } = {},
): Promise<Seeded> {
  const newest = await newestCreation(store.db);
  const start = Math.max(now.getTime() - 182 * day, newest === undefined ? 0 : Date.parse(newest));
  const since = new Date(start);
  const users = await addUsers(store, Math.max(1, size.users), since);
  const bugsFrom = () => lifelikeBugs(size.bugs, { users, start, end: now.getTime() });
  const batches = (most: number) =>
    Array.from({ length: Math.ceil(size.bugs / most) }, (_, i) => Math.min(most, size.bugs - i * most));
  if (newest === undefined && size.bugs >= atOnceFrom) {
    await store.bulkWrite((tx) =>
      withoutIndices(tx, ['bugs'], async () => {
        const nextBug = bugsFrom();
        for (const count of batches(many))
          await insert(tx, await engineOf(tx).nextNumbers(tx, count), nextBug);
      }),
    );
    return { first: users[0], since };
  }
  const nextBug = bugsFrom();
  for (const count of batches(few)) {
    // Made before the transaction, because that may be retried.
    const bugs = Array.from({ length: count }, nextBug);
    await store.write(async (tx) => {
      const each = bugs.values();
      await insert(tx, await engineOf(tx).nextNumbers(tx, count), () => each.next().value as NewBug);
    });
  }
  return { first: users[0], since };
}

async function insert(tx: Tx, numbers: readonly number[], nextBug: () => NewBug): Promise<void> {
  const entries: Schema['history'][] = [];
  const remarks: Schema['comments'][] = [];
  const numbered = numbers.values().map((number) => {
    const { columns, history, comments } = nextBug();
    entries.push(...history);
    remarks.push(...comments);
    return { number, ...columns };
  });
  await insertBugs(tx, numbered);
  await insertHistory(tx, entries);
  await insertComments(tx, remarks);
}

/** Returns a function that makes this many bugs one after another, without their numbers, the oldest first. */
function lifelikeBugs(
  count: number,
  { users, start, end }: { users: readonly Account[]; start: number; end: number },
): () => NewBug {
  // Uses the same numbers on every run, so that two trackers seeded with the same sizes are alike.
  const random = seeded(count);
  const randomOfHistory = seeded(count + 1);
  const randomOfComments = seeded(count + 2);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const step = (end - start) / Math.max(1, count);
  let i = 0;
  return () => {
    const created = new Date(start + (i + random()) * step);
    // Older bugs are more likely to be done.
    const age = 1 - i / count;
    const status: Status = random() < age * 0.8 ? 'resolved' : random() < 0.3 ? 'in-progress' : 'open';
    const priority: Priority = random() < 0.2 ? 'high' : random() < 0.6 ? 'medium' : 'low';
    const creator = pick(users);
    const assignee = random() < 0.25 ? null : pick(users);
    const { title, description } = texts.report(pick, i);
    const touched = new Date(Math.min(end, created.getTime() + random() * 14 * day));
    const id = newId();
    i += 1;
    const bug = {
      id,
      status,
      priority,
      createdBy: creator._id,
      assignedTo: assignee?._id ?? null,
      filed: created.getTime(),
      touched: touched.getTime(),
    };
    const history = lifelikeHistory(bug, randomOfHistory);
    const comments = lifelikeComments(bug, randomOfComments);
    const [ofTitle, ofDescription] = [foldsOf(title), foldsOf(description)];
    const columns = {
      id,
      title,
      description,
      title_fold: ofTitle.folded,
      description_fold: ofDescription.folded,
      title_marked: ofTitle.marked,
      description_marked: ofDescription.marked,
      status: statuses.indexOf(status),
      priority: priorities.indexOf(priority),
      assigned_to: assignee?._id ?? null,
      created_by: creator._id,
      created_at: created.toISOString(),
      updated_at: (history.length > 0 ? touched : created).toISOString(),
      version: 1 + history.length,
    };
    return { columns, history, comments };
  };
}

async function addUsers(store: Store, count: number, since: Date): Promise<Account[]> {
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
      else users.push(await insertUser(tx, { name, email, passwordHash }, since));
    }
    return users;
  });
}

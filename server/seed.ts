import type { Priority, Status } from '#contract/bugs.ts';
import type { Store } from './db/store.ts';
import { insertBug, newestCreation, nextNumber, updateBug } from './features/bugs/queries.ts';
import { BugReader } from './features/bugs/reads.ts';
import { hashPassword } from './features/users/passwords.ts';
import { type Account, insertUser } from './features/users/queries.ts';
import * as texts from './seed-texts.ts';
import { seeded } from './seeded-random.ts';

/** The password of every seeded user. */
export const seedPassword = 'leaf-green-evening';

const batch = 500;
const day = 86_400_000;

/**
 * Adds lifelike users and bugs, the bugs spread over the half year before `now`.
 * Users who are there already (by their address) are used again. Returns the first user.
 */
export async function seed(
  store: Store,
  size: { bugs: number; users: number },
  now: Date,
): Promise<Account | undefined> {
  const users = await addUsers(store, Math.max(1, size.users), now);
  // The same numbers on every run, so that two trackers seeded alike are alike.
  const random = seeded(size.bugs);
  const reader = new BugReader([]);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  // Behind the bugs that are there: a higher number is never the older bug.
  const newest = await newestCreation(store.db);
  const start = Math.max(now.getTime() - 182 * day, newest === undefined ? 0 : Date.parse(newest));
  const step = (now.getTime() - start) / Math.max(1, size.bugs);

  for (let done = 0; done < size.bugs; done += batch) {
    await store.write(async (tx) => {
      for (let i = done; i < Math.min(done + batch, size.bugs); i += 1) {
        const created = new Date(start + (i + random()) * step);
        // Older bugs are the likelier to be done with.
        const age = 1 - i / size.bugs;
        const status: Status = random() < age * 0.8 ? 'resolved' : random() < 0.3 ? 'in-progress' : 'open';
        const priority: Priority = random() < 0.2 ? 'high' : random() < 0.6 ? 'medium' : 'low';
        const creator = pick(users);
        const at = created.toISOString();
        const origin = { number: await nextNumber(tx), creatorId: creator._id, at };
        const assignedTo = random() < 0.25 ? null : pick(users)._id;
        const id = await insertBug(tx, origin, {
          ...texts.report(pick, i),
          status: 'open',
          priority,
          assignedTo,
        });
        const touched = new Date(Math.min(now.getTime(), created.getTime() + random() * 14 * day));
        const bug = status === 'open' ? undefined : await reader.findToChange(tx, id);
        if (bug) await updateBug(tx, bug, { status }, touched.toISOString());
      }
    });
  }
  return users[0];
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

import { email as emailSchema, name as nameSchema } from '#contract/users.ts';
import { call, Person, password, uniqueEmail } from './person.ts';
import type { TestServer } from './test-server.ts';
import { xssPayloads } from './xss-payloads.ts';

export const payloads = Object.values(xssPayloads).flat();
/** Each trick once. */
export const samples = Object.values(xssPayloads).flatMap((kind) => kind.slice(0, 1));
/** What of a text a title can hold. */
export const asTitle = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '').trim();
/** Those that a name can hold. */
export const names = payloads.filter((payload) => nameSchema.safeParse(payload).success);
/** Those that a header can hold, as many of each trick as are quickly signed in. */
export const devices = Object.values(xssPayloads).flatMap((kind) =>
  kind.filter((payload) => /^[!-~]([ -~]*[!-~])?$/.test(payload)).slice(0, 3),
);

/** Does so many at a time. */
async function each<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

/** Users whose names, and addresses as far as they may, are the payloads. */
export async function plantPeople(server: TestServer): Promise<Person[]> {
  const people: Person[] = [];
  await each(names, async (name) => {
    const address = `${name.trim()}@example.com`;
    const email = emailSchema.safeParse(address).success ? address : uniqueEmail();
    people.push(await Person.register(server, { name, email }));
  });
  return people;
}

interface PlantedBug {
  _id: string;
  title: string;
}

/** A bug for each payload, in title and description, by and for people named so. */
export async function plantBugs(people: readonly Person[]): Promise<PlantedBug[]> {
  const bugs: PlantedBug[] = [];
  const one = (index: number) => people[index % people.length]!;
  await each(payloads, async (payload, index) => {
    const text = { title: asTitle(payload), description: payload };
    bugs.push(await one(index).files({ ...text, assignedTo: one(index + 1)._id }));
  });
  return bugs;
}

/** Bugs that have come and gone, which the trail remembers. */
export async function plantDeletions(person: Person): Promise<void> {
  await each(samples, async (title) => person.deletes(await person.files({ title: asTitle(title) })));
}

/** Sessions of one user, on devices that call themselves so. */
export async function plantSessions({ server, email }: Person): Promise<void> {
  await each(devices, async (device) => {
    await call(server, 'POST', '/api/users/login', {
      body: { email, password },
      headers: { 'user-agent': device },
    });
  });
}

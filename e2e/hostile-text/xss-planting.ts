import { email as emailSchema, name as nameSchema } from '#contract/accounts/users.ts';
import { Person, uniqueEmail } from '#e2e/harness/person.ts';
import type { TestServer } from '#e2e/harness/test-server.ts';
import { xssPayloads } from './xss-payloads.ts';

/** All of them: for texts that hold many. */
export const everyPayload = Object.values(xssPayloads).flat();
/** Some of each kind: for what needs a bug, a user or a label for each. */
export const payloads = Object.values(xssPayloads).flatMap((kind) =>
  kind.filter((_, index) => index % Math.ceil(kind.length / 6) === 0),
);
/** One payload of each kind. */
export const samples = Object.values(xssPayloads).flatMap((kind) => kind.slice(0, 1));
/** A few of these, for what takes several steps for each. */
export const few = samples.filter((_, index) => index % 3 === 0);
/** The part of a text that fits into a title. */
export const asTitle = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '').trim();
/** Payloads that are valid names. */
export const names = payloads.filter((payload) => nameSchema.safeParse(payload).success);
/** All payloads in Markdown: each as the address of a link, and in two or three other places. */
export const inMarkdown = everyPayload.flatMap((payload, index) => {
  const line = payload.replaceAll(/[\r\n]/g, ' ');
  const places = [
    `[text](${line})`,
    `[text](<${line}> "${line}")`,
    `[${line}](https://xss.example/${encodeURIComponent(line)} '${line}')`,
    `![${line}](https://xss.example/x.png "${line}")`,
    `![x](${line})`,
    `<${line}>`,
    `https://xss.example/${line}`,
    `| ${line} |\n|:-:|\n| ${line} |`,
    `~~~ ${line}\n${line}\n~~~`,
    `~~~ js\n${line}\n~~~`,
    `- [ ] ${line}`,
  ];
  return places.filter((_, place) => place === 0 || (place + index) % 4 === 0);
});
/** Payloads that are valid header values, a few of each kind. */
export const devices = Object.values(xssPayloads).flatMap((kind) =>
  kind.filter((payload) => /^[!-~]([ -~]*[!-~])?$/.test(payload)).slice(0, 3),
);

/** Does the work for each item, two at a time: a busy machine refuses more at once. */
export async function each<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: 2 }, worker));
}

/** Users whose names, and where allowed e-mail addresses, are the payloads. */
export async function plantPeople(server: TestServer): Promise<Person[]> {
  const people: Person[] = [];
  await each(names, async (name) => {
    const address = `${name.trim()}@example.com`;
    const email = emailSchema.safeParse(address).success ? address : uniqueEmail();
    people.push(await Person.register(server, { name, email }));
  });
  return people;
}

export interface PlantedBug {
  _id: string;
  title: string;
}

/** A bug for each payload, in title and description, by and for users named by payloads. */
export async function plantBugs(people: readonly Person[]): Promise<PlantedBug[]> {
  const bugs: PlantedBug[] = [];
  const one = (index: number) => people[index % people.length]!;
  await each(payloads, async (payload, index) => {
    const text = { title: asTitle(payload), description: payload };
    bugs.push(await one(index).files({ ...text, assignedTo: one(index + 1)._id }));
  });
  return bugs;
}

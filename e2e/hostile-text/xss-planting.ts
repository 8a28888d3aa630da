import { type CustomField, maxCustom } from '#contract/classification/custom-fields.ts';
import type { Label } from '#contract/classification/labels.ts';
import type { View } from '#contract/bugs/views.ts';
import type { Version } from '#contract/classification/versions.ts';
import { email as emailSchema, name as nameSchema } from '#contract/accounts/users.ts';
import { call, Person, password, uniqueEmail } from '#e2e/harness/person.ts';
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

interface PlantedBug {
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

/** Relates the first bug to one for each kind of payload; the last one is its duplicate. */
export async function plantRelations(admin: Person, bugs: readonly PlantedBug[]): Promise<PlantedBug[]> {
  const some = samples.flatMap((sample) => bugs.find(({ title }) => title === asTitle(sample)) ?? []);
  const [first, ...others] = some;
  for (const { _id: bug } of others)
    await admin.call('PUT', `/api/bugs/${first?._id}/relations`, { kind: 'blocks', bug });
  await admin.call('PUT', `/api/bugs/${others.at(-1)?._id}/duplicate-of`, { bug: first?._id });
  return some;
}

/** A bug for each payload in the inbox of a user, filed by users named by payloads. */
export async function plantInbox(people: readonly Person[], { _id }: Person): Promise<void> {
  await each(payloads, async (payload, index) => {
    await people[index % people.length]!.files({ title: asTitle(payload), assignedTo: _id });
  });
}

/** Labels named by the payloads that are valid names of labels. */
export async function plantLabels(admin: Person): Promise<Label[]> {
  const labels: Label[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await admin.call('POST', '/api/labels', {
      name,
      color: 'red',
      description: name.slice(0, 50),
    });
    if (status === 201) labels.push(body as Label);
  });
  return labels;
}

/** Fields named by a payload of each kind, one with up to 100 payloads as options, and one for addresses. */
export async function plantFields(admin: Person) {
  const define = async (name: string, more: object) =>
    (await admin.call('POST', '/api/custom-fields', { name, ...more })).body as CustomField;
  const named: CustomField[] = [];
  for (const sample of samples) {
    const field = await define(sample.replaceAll('"', "'").slice(0, maxCustom.name), { kind: 'text' });
    if ('_id' in field) named.push(field);
  }
  const all = [
    ...new Set(payloads.map((text) => asTitle(text).slice(0, maxCustom.name).trim().toLowerCase())),
  ];
  const options = all
    .filter((name) => nameSchema.safeParse(name).success)
    .slice(0, 100)
    .map((name) => ({ name }));
  const chosen = await define('Chosen', { kind: 'option', options });
  const address = await define('Address', { kind: 'url' });
  return { named, chosen, address };
}

/** Versions whose names and descriptions are the payloads. */
export async function plantVersions(admin: Person): Promise<Version[]> {
  const versions: Version[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await admin.call('POST', '/api/versions', {
      name,
      state: 'planned',
      description: name,
    });
    if (status === 201) versions.push(body as Version);
  });
  return versions;
}

/** Deleted bugs, whose titles are in the audit trail. */
export async function plantDeletions(person: Person): Promise<void> {
  await each(samples, async (title) => person.deletes(await person.files({ title: asTitle(title) })));
}

/** Sessions of one user whose user agents are the payloads. */
export async function plantSessions({ server, email }: Person): Promise<void> {
  await each(devices, async (device) => {
    await call(server, 'POST', '/api/users/login', {
      body: { email, password },
      headers: { 'user-agent': device },
    });
  });
}

/** Views named by the payloads that are valid names of views; the first ten are pinned. */
export async function plantViews(owner: Person): Promise<View[]> {
  const views: View[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await owner.call('POST', '/api/views', { name, query: '' });
    if (status === 201) views.push(body as View);
  });
  const places = views.map(({ _id }, at) => ({ _id, isPinned: at < 10 }));
  await owner.call('PUT', '/api/views/order', { views: places });
  return views;
}

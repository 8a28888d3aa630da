import { nameKey } from '#contract/bugs/search.ts';
import { newId } from '#server/engine/id.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Db } from '#server/engine/schema.ts';
import { followingKinds } from './inbox.ts';
import type { Fault, Ledger } from './ledger.ts';
import type { State } from './state.ts';

/**
 * A write to the user's own bug `id` that is stored beside the bug: a vote, or a relation to another bug of the user.
 */
export type Beside =
  | { kind: 'vote'; id: string; by: string; environment: string }
  | { kind: 'relate'; id: string; other: string };

/** The bug with the user who voted, or with the related bug. Related bugs have the lower id first. */
export function besideKey(write: Beside): string {
  if (write.kind === 'vote') return `${write.id} ${write.by}`;
  return [write.id, write.other].toSorted().join(' ');
}

/**
 * The kinds of live changes that the ledger cannot count, because jobs make them, or only those writes that change
 * something.
 */
export const uncountedKinds: ReadonlySet<string> = new Set([...followingKinds, 'votes', 'relations']);

/** Defines a text field of bugs, as an admin would, and returns its id. */
export async function addField(databaseUrl: string): Promise<string> {
  const { write, close } = await openDatabase(databaseUrl, { exclusive: false, existing: true });
  const [id, name] = [newId(), 'Found at'];
  const row = { id, name, name_key: nameKey(name), kind: 'text', is_required: 0, position: 0 } as const;
  try {
    await write((tx) => tx.insertInto('custom_fields').values(row).execute());
  } finally {
    await close();
  }
  return id;
}

/**
 * The votes with their environments, by `besideKey`; the related bugs; and for each timeline entry, the bug and the
 * other bug's number.
 */
export async function readBeside(db: Db) {
  const votes = await db.selectFrom('bug_votes').select(['bug_id', 'user_id', 'environment']).execute();
  const relations = await db.selectFrom('bug_relations').select(['from_id', 'to_id']).execute();
  const entries = await db.selectFrom('relation_changes').select(['bug_id', 'other_number']).execute();
  return {
    votes: new Map(votes.map((row) => [`${row.bug_id} ${row.user_id}`, row.environment])),
    relations: new Set(relations.map((row) => `${row.from_id} ${row.to_id}`)),
    entries: entries.map((row) => `${row.bug_id} ${row.other_number}`),
  };
}

/** Whether a write without a response was carried out. */
export function isDone(write: Beside, { votes, relations }: State['beside']): boolean {
  const key = besideKey(write);
  return write.kind === 'vote' ? votes.get(key) === write.environment : relations.has(key);
}

/** The differences in votes and relations. Votes and relations of a deleted bug are deleted with it. */
export function besideFaults(ledger: Ledger, { beside: { votes, relations, entries } }: State): Fault[] {
  const { bugs } = ledger;
  const times = (entry: string) => entries.filter((each) => each === entry).length;
  const faults: Fault[] = [];
  for (const [key, environment] of ledger.votes) {
    const [id = ''] = key.split(' ');
    if (bugs.has(id) && votes.get(key) !== environment)
      faults.push({ kind: 'lost', what: `the vote ${key}: ${environment}` });
  }
  for (const key of votes.keys())
    if (!ledger.votes.has(key)) faults.push({ kind: 'unexplained', what: `the vote ${key}` });
  for (const key of ledger.relations) {
    const [one, other] = key.split(' ').map((id) => bugs.get(id));
    if (!one || !other) continue;
    if (!relations.has(key)) faults.push({ kind: 'lost', what: `the relation ${key}` });
    else if (times(`${one._id} ${other.number}`) !== 1 || times(`${other._id} ${one.number}`) !== 1)
      faults.push({ kind: 'half done', what: `the relation ${key} is not once in both timelines` });
  }
  for (const key of relations)
    if (!ledger.relations.has(key)) faults.push({ kind: 'unexplained', what: `the relation ${key}` });
  return faults;
}

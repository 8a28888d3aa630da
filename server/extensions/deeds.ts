import type { BugFieldName } from '#contract/bugs/bug-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { FieldChange } from '#contract/bugs/history.ts';
import type { CustomValue } from '#contract/classification/custom-field.ts';
import type { Deed } from '#contract/conversation/news.ts';
import type { Db } from '#server/engine/schema.ts';
import type { StoredChange } from './stored-change.ts';

/* From the changes of an edit to its deeds: what someone did to a bug, as inboxes and mails tell it. */

/** Who reads of an edit, who made it, and who filed the bug. */
interface Perspective {
  readonly readerId: string;
  readonly actorId: string;
  readonly creatorId: string;
  /** The names of the fields that admins have defined. */
  readonly names: ReadonlyMap<string, string>;
}

/** The deeds of an edit; a question to the reporter also has its text. */
export function deedsOfEdit(
  changes: readonly FieldChange[],
  perspective: Perspective,
): { readonly deeds: readonly Deed[]; readonly text?: string } {
  const deeds = changes.flatMap((change) => deedsOf(change, changes, perspective));
  const asked = changes.find(({ field }) => field === 'question');
  const text = asked?.field === 'question' ? asked.to?.text : undefined;
  return { deeds: deeds.length > 0 ? deeds : [{ is: 'changed' }], ...(text !== undefined && { text }) };
}

function deedsOf(
  change: FieldChange,
  all: readonly FieldChange[],
  perspective: Perspective,
): readonly Deed[] {
  const { field } = change;
  switch (field) {
    case 'assignedTo':
      return [assignmentOf(change, perspective)];
    case 'question':
      if (!change.to) return [{ is: 'changed', field }];
      return [{ is: perspective.readerId === perspective.creatorId ? 'asked' : 'asked-reporter' }];
    case 'custom':
      return customDeeds(change.from, change.to, perspective.names);
    case 'description':
      return [{ is: 'changed', field }];
    case 'resolution':
      // It goes with the status.
      if (change.to === null && all.some((other) => other.field === 'status')) return [];
      return [{ is: 'set', field, to: change.to }];
    default:
      return valueDeeds(change);
  }
}

/** Definitions and files have names; other values are said as they are. */
function valueDeeds(change: Exclude<FieldChange, { field: 'custom' | 'question' }>): readonly Deed[] {
  const { field, from, to } = change;
  if (Array.isArray(to)) return listDeeds(field, Array.isArray(from) ? from : [], to);
  return [{ is: 'set', field, to: typeof to === 'object' ? (to?.name ?? null) : to }];
}

function assignmentOf(
  { from, to }: Extract<FieldChange, { field: 'assignedTo' }>,
  { readerId, actorId }: Perspective,
): Deed {
  if (to?._id === readerId) return { is: 'assigned' };
  if (to?._id === actorId) return { is: 'took' };
  if (!to && from?._id === readerId) return { is: 'unassigned' };
  return { is: 'set', field: 'assignedTo', to: to?.name ?? null };
}

type Named = { readonly _id: string; readonly name: string };

function listDeeds(field: BugFieldName, from: readonly Named[], to: readonly Named[]): readonly Deed[] {
  const without = (some: readonly Named[], others: readonly Named[]) =>
    some.filter(({ _id }) => !others.some((other) => other._id === _id)).map(({ name }) => name);
  const [added, removed] = [without(to, from), without(from, to)];
  const deeds: Deed[] = [];
  if (added.length > 0) deeds.push({ is: 'added', field, to: added });
  if (removed.length > 0) deeds.push({ is: 'removed', field, to: removed });
  return deeds.length > 0 ? deeds : [{ is: 'changed', field }];
}

/** The length of a text in a field that admins have defined, in code points. */
const longestValue = 200;

function customDeeds(
  from: Readonly<Record<string, CustomValue>>,
  to: Readonly<Record<string, CustomValue>>,
  names: ReadonlyMap<string, string>,
): readonly Deed[] {
  return [...names]
    .filter(([id]) => (id in from || id in to) && !isSameInput(from[id], to[id]))
    .map(([id, name]) => ({ is: 'set', field: 'custom', name, to: wordOf(to[id]) }));
}

function wordOf(value: CustomValue | undefined): string | number | boolean | null {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(({ name }) => name).join(', ');
  if (typeof value === 'object') return value.name;
  if (typeof value !== 'string') return value;
  const characters = Array.from(value);
  return characters.length > longestValue ? `${characters.slice(0, longestValue).join('')}…` : value;
}

/** The present names of the fields that admins have defined, in their order. */
export async function customNames(
  db: Db,
  changes: readonly StoredChange[],
): Promise<ReadonlyMap<string, string>> {
  if (!changes.some(({ field }) => field === 'custom')) return new Map();
  const rows = await db
    .selectFrom('custom_fields')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

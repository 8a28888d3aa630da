import type { BugFieldName } from '#contract/bugs/bug-fields.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { FieldChange } from '#contract/bugs/history.ts';
import type { CustomValue } from '#contract/classification/custom-field.ts';
import type { Action } from '#contract/conversation/news.ts';
import type { Db } from '#server/engine/schema.ts';
import type { StoredChange } from './stored-change.ts';

/* Converts the changes of an edit to actions: what someone did to a bug, as the inbox and e-mails describe it. */

/** The user who reads about an edit, the user who made it, and the user who filed the bug. */
interface Perspective {
  readonly readerId: string;
  readonly actorId: string;
  readonly creatorId: string;
  /** The names of the fields that admins have defined. */
  readonly names: ReadonlyMap<string, string>;
}

/** The actions of an edit; a question to the reporter also has its text. */
export function actionsOfEdit(
  changes: readonly FieldChange[],
  perspective: Perspective,
): { readonly actions: readonly Action[]; readonly text?: string } {
  const actions = changes.flatMap((change) => actionsOf(change, changes, perspective));
  const asked = changes.find(({ field }) => field === 'question');
  const text = asked?.field === 'question' ? asked.to?.text : undefined;
  return { actions: actions.length > 0 ? actions : [{ is: 'changed' }], ...(text !== undefined && { text }) };
}

function actionsOf(
  change: FieldChange,
  all: readonly FieldChange[],
  perspective: Perspective,
): readonly Action[] {
  const { field } = change;
  switch (field) {
    case 'assignedTo':
      return [assignmentOf(change, perspective)];
    case 'question':
      if (!change.to) return [{ is: 'changed', field }];
      return [{ is: perspective.readerId === perspective.creatorId ? 'asked' : 'asked-reporter' }];
    case 'custom':
      return customActions(change.from, change.to, perspective.names);
    case 'description':
      return [{ is: 'changed', field }];
    case 'resolution':
      // The action of the status implies it.
      if (change.to === null && all.some((other) => other.field === 'status')) return [];
      return [{ is: 'set', field, to: change.to }];
    default:
      return valueActions(change);
  }
}

/** Definitions and files are shown by their names, other values as they are. */
function valueActions(change: Exclude<FieldChange, { field: 'custom' | 'question' }>): readonly Action[] {
  const { field, from, to } = change;
  if (Array.isArray(to)) return listActions(field, Array.isArray(from) ? from : [], to);
  return [{ is: 'set', field, to: typeof to === 'object' ? (to?.name ?? null) : to }];
}

function assignmentOf(
  { from, to }: Extract<FieldChange, { field: 'assignedTo' }>,
  { readerId, actorId }: Perspective,
): Action {
  if (to?._id === readerId) return { is: 'assigned' };
  if (to?._id === actorId) return { is: 'took' };
  if (!to && from?._id === readerId) return { is: 'unassigned' };
  return { is: 'set', field: 'assignedTo', to: to?.name ?? null };
}

type Named = { readonly _id: string; readonly name: string };

function listActions(field: BugFieldName, from: readonly Named[], to: readonly Named[]): readonly Action[] {
  const without = (some: readonly Named[], others: readonly Named[]) =>
    some.filter(({ _id }) => !others.some((other) => other._id === _id)).map(({ name }) => name);
  const [added, removed] = [without(to, from), without(from, to)];
  const actions: Action[] = [];
  if (added.length > 0) actions.push({ is: 'added', field, to: added });
  if (removed.length > 0) actions.push({ is: 'removed', field, to: removed });
  return actions.length > 0 ? actions : [{ is: 'changed', field }];
}

/** The maximum length of a text in a field that admins have defined, in code points. */
const longestValue = 200;

function customActions(
  from: Readonly<Record<string, CustomValue>>,
  to: Readonly<Record<string, CustomValue>>,
  names: ReadonlyMap<string, string>,
): readonly Action[] {
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

/** The current names of the fields that admins have defined, in their order. */
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

import { countOf, groups } from '#server/engine/bugs/bug-counts.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Condition } from '#server/extensions/bug-field.ts';
import { type BugConditions, hasFewParts, partsOf } from './filters.ts';

const specified = new Set(['status', 'priority', 'assignedTo', 'createdBy']);

/** Whether the specification has this filter. */
export const isSpecified = (name: string): boolean => specified.has(name);

/** How many bugs meet the filters, from the table of counts; undefined if it does not have that number. */
export async function storedCount(db: Db, conditions: BugConditions): Promise<number | undefined> {
  if (!hasFewParts(conditions)) return undefined;
  const places = partsOf(conditions).map((part) => placeOf(part));
  if (!places.every((place) => place !== undefined)) return undefined;
  const counts = await Promise.all(places.map(({ group, ranks, by }) => countOf(db, group, ranks, by)));
  return counts.reduce((sum, count) => sum + count);
}

/** How many bugs there are. */
export async function countAll(db: Db): Promise<number> {
  return countOf(db, groups.all, { status: 0, priority: 0 }, { status: false, priority: false });
}

/** The place of the number of these bugs in the table of counts; undefined where it is not stored. */
function placeOf({ filters, number }: BugConditions) {
  const { status, priority, assignedTo, createdBy, ...others } = filters;
  const group = groupOf(assignedTo, createdBy);
  if (number !== undefined || Object.keys(others).length > 0 || group === undefined) return undefined;
  return {
    group,
    ranks: { status: Number(status?.value ?? 0), priority: Number(priority?.value ?? 0) },
    by: { status: status !== undefined, priority: priority !== undefined },
  };
}

function groupOf(assignedTo: Condition | undefined, createdBy: Condition | undefined): string | undefined {
  const people = assignedTo ?? createdBy;
  if (!people) return groups.all;
  if ((assignedTo && createdBy) || people.kind === 'any') return undefined;
  const person = String(people.value);
  return createdBy ? groups.by(person) : groups.to(people.kind === 'none' ? null : person);
}

import { getActivity } from '#contract/bugs/history.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';

/**
 * The names of those who changed any of these fields after a version, up to the stored one, each once, in the order of
 * their first change. Empty if they are not known: with another back end, without a connection, or after very many
 * changes.
 */
export async function editorsOf(
  { _id: id, version: last }: Bug,
  since: number | undefined,
  fields: readonly FieldName[],
): Promise<readonly string[]> {
  if (since === undefined || last === undefined) return [];
  try {
    const { entries } = await call(getActivity, { params: { id } });
    const names = entries.flatMap((entry) => {
      if (entry.kind !== 'change') return [];
      const { version, changes, by } = entry.change;
      const isAmong =
        version > since && version <= last && changes.some(({ field }) => fields.includes(field));
      return isAmong ? by.name : [];
    });
    return [...new Set(names)];
  } catch {
    return [];
  }
}

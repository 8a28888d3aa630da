import { getActivity } from '#contract/bugs/history.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { call } from '#web/lib/api/call.ts';

/**
 * The names of those who changed any of these fields after a version, each once, in the order of their first change.
 * Empty where it is not known: with another back end, without a connection, or after very many changes.
 */
export async function editorsOf(
  bugId: string,
  version: number | undefined,
  fields: readonly FieldName[],
): Promise<readonly string[]> {
  if (version === undefined) return [];
  try {
    const { entries } = await call(getActivity, { params: { id: bugId } });
    const names = entries.flatMap((entry) => {
      if (entry.kind !== 'change' || entry.change.version <= version) return [];
      return entry.change.changes.some(({ field }) => fields.includes(field)) ? entry.change.by.name : [];
    });
    return [...new Set(names)];
  } catch {
    return [];
  }
}

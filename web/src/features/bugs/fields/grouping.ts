import { useQueryClient } from '@tanstack/react-query';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import type { BugFieldView, Group } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useUser } from '#web/lib/session/auth-context.ts';

/** A field by which bugs are grouped. */
export type GroupingField = BugFieldView & { readonly group: NonNullable<BugFieldView['group']> };

/** Whether bugs are grouped by a field. */
export function isGrouping(field: BugFieldView): field is GroupingField {
  return field.group !== undefined;
}

function useAllGroups({ group }: GroupingField, areShown: boolean): readonly Group[] {
  return group.useGroups(areShown);
}

/** Whether bugs may be in groups of a field that are not loaded. */
export function useHasMoreGroups({ group }: GroupingField): boolean {
  return group.useHasMore();
}

/** A field's groups that can contain bugs matching a filter, archived ones last. */
export function useGroups(field: GroupingField, filter: BugFilter): readonly Group[] {
  const { _id: me } = useUser();
  const client = useQueryClient();
  const { name } = field;
  const all = useAllGroups(field, true);
  const wanted = filter[name as keyof BugFilter]?.split(',').map((key) => (key === 'me' ? me : key));
  const isKnown = (key: string) => all.some((one) => one.key === key);
  const labelOf = (key: string) => field.filterText?.({ [name]: key }, client) ?? key;
  // Filter values whose groups are not loaded, which happens if there are many users.
  const others = wanted?.filter((key) => !isKnown(key)).map((key) => ({ key, label: labelOf(key) })) ?? [];
  const groups: readonly Group[] = wanted
    ? [...all.filter(({ key }) => wanted.includes(key)), ...others]
    : all;
  return groups.toSorted((one, other) => Number(one.isArchived === true) - Number(other.isArchived === true));
}

/** The fields with groups that bugs can be grouped by. */
export function useGroupings(): readonly GroupingField[] {
  const groupings: GroupingField[] = [];
  for (const field of useBugFields()) {
    // The fields never change, so the order of hooks is stable.
    // oxlint-disable-next-line react-hooks/rules-of-hooks
    if (isGrouping(field) && useAllGroups(field, false).length > 1) groupings.push(field);
  }
  return groupings;
}

/** The key of a bug's group. */
export function groupOf({ group, name }: GroupingField, bug: Bug): string {
  return group.keyOf(bug[name]);
}

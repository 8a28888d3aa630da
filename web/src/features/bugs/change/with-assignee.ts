import type { UserRef } from '#contract/users.ts';

/** Those whom a bug can be assigned to. Its present assignee is among them even before the list has come. */
export function withAssignee(users: readonly UserRef[] = [], assignee: UserRef | null): readonly UserRef[] {
  if (assignee === null || users.some(({ _id }) => _id === assignee._id)) return users;
  return [assignee, ...users];
}

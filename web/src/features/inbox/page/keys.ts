/** The name under which the inbox registers its shortcut `e`, as the same key edits a bug. */
export const doneKey = 'e in the inbox';

/** What the inbox gives its shortcut `e` an action by, as the same key edits a bug. */
export const doneKey = 'e in the inbox';

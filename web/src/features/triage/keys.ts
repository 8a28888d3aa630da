/* Names of keys that do something else on other pages. */

export const snoozeKey = 'snooze in triage';
export const undoKey = 'undo in triage';
export const undoControlKey = 'undo in triage by Ctrl';

import * as z from 'zod/mini';

/* The last timeline entries that a user has seen, stored in this browser. */

/** Each item is a bug's id and an entry's id, separated by a space. */
const schema = z.array(z.string());
const keyOf = (userId: string) => `seen ${userId}`;
/** The maximum number of bugs stored. */
const most = 300;

/** The last entry of a bug's timeline that the user saw; undefined if unknown. */
export function lastSeen(userId: string, bugId: string): string | undefined {
  return read(userId)
    .find((pair) => pair.startsWith(`${bugId} `))
    ?.slice(bugId.length + 1);
}

/** Records the last entry that the user saw. */
export function noteSeen(userId: string, bugId: string, entryId: string): void {
  const others = read(userId).filter((pair) => !pair.startsWith(`${bugId} `));
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([...others, `${bugId} ${entryId}`].slice(-most)));
  } catch {
    // Without storage, nothing is marked as new.
  }
}

function read(userId: string): string[] {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

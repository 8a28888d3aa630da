import * as z from 'zod/mini';
import { statuses } from '#contract/bugs/bug-fields.ts';
import type { ListedBug, Recent } from '#web/features/palette/data.ts';
import type { Bug } from '#web/lib/api/specified.ts';

const bug = z.object({
  _id: z.string(),
  number: z.optional(z.number()),
  title: z.string(),
  status: z.enum(statuses),
});
const stored = z.object({
  user: z.string(),
  opened: z.array(z.object({ path: z.string(), bug: z.optional(bug) })),
});

const key = 'opened recently';
const most = 8;

/** The pages that a user opened last in this browser, newest first, without the open page at `path`. */
export function openedRecently(user: string, path: string): readonly Recent[] {
  return read(user).filter((one) => one.path !== path && !isBugAt(one.bug, path));
}

/** Stores that a page was open, if it is that of a bug or a view. A bug is looked up among the `known` ones. */
export function rememberOpened(user: string, path: string, known: readonly Bug[]): void {
  const found = known.find((one) => isBugAt(one, path));
  if (!found && !/^\/views\/[^/]+$/u.test(path)) return;
  const next: Recent = found
    ? {
        path: `/bugs/${found._id}`,
        bug: { _id: found._id, number: found.number, title: found.title, status: found.status },
      }
    : { path };
  const others = read(user).filter((one) => one.path !== next.path);
  try {
    localStorage.setItem(key, JSON.stringify({ user, opened: [next, ...others].slice(0, most) }));
  } catch {
    // The browser refuses storage: nothing is offered.
  }
}

/** Removes the stored pages, when the user signs out. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Whether a path is the page of a bug; its address has the bug's number or id. */
function isBugAt(one: ListedBug | undefined, path: string): boolean {
  return one !== undefined && (path === `/bugs/${one._id}` || path === `/bugs/${one.number}`);
}

function read(user: string): readonly Recent[] {
  try {
    const { success, data } = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? ''));
    return success && data.user === user ? data.opened : [];
  } catch {
    return [];
  }
}

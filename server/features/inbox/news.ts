import { type Action, type ActionKind, type News, actionKinds } from '#contract/conversation/news.ts';
import { markdown } from '#contract/conversation/markdown-tokens.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Activities, BugEvent } from '#server/extensions/bug-activity.ts';

/** The maximum number of actions in the news. */
const mostActions = 4;
/** The maximum length of a quote, in code points. */
const quoteLength = 200;

interface Done {
  readonly user: UserRef;
  readonly action: Action;
  readonly place: number;
}

/** What concerns the reader most, by user. Repeated changes of a field by a user are one action with the last value. */
export function newsOf({ events, omitted }: Activities): News {
  const merged = new Map<string, Done>();
  for (const { by: user, actions } of events)
    for (const action of actions) {
      const key = `${user._id} ${action.is} ${action.field} ${action.name}`;
      const before = merged.get(key)?.action;
      merged.delete(key);
      merged.set(key, { user, action: before ? together(before, action) : action, place: merged.size });
    }
  const all = [...merged.values()].map((done, place) => ({ ...done, place }));
  const shown = all
    .toSorted((a, b) => weightOf(a.action) - weightOf(b.action) || b.place - a.place)
    .slice(0, mostActions);
  const byUser = Map.groupBy(shown, ({ user }) => user._id);
  return {
    by: [...byUser.values()].map((done) => ({
      // The names are the same; the array has at least one.
      user: (done[0] as Done).user,
      actions: done.toSorted((a, b) => a.place - b.place).map(({ action }) => action),
      quote: quoteOf(events, (done[0] as Done).user, done),
    })),
    more: all.length - shown.length + omitted,
  };
}

/** What concerns the reader comes first, then words, then the status; a later action before an earlier one. */
function weightOf({ is, field }: Action): number {
  return is === 'set' && field === 'status' ? actionKinds.indexOf('set') - 0.5 : actionKinds.indexOf(is);
}

function together(before: Action, action: Action): Action {
  const [a, b] = [before.to, action.to];
  if (action.is === 'commented') return { ...action, to: Number(a ?? 1) + Number(b ?? 1) };
  return Array.isArray(a) && Array.isArray(b) ? { ...action, to: [...new Set([...a, ...b])] } : action;
}

const isQuoted: ReadonlySet<ActionKind> = new Set([
  'commented',
  'mentioned',
  'asked',
  'asked-reporter',
] as const);

/** The first line of a user's last comment or question, preferring one that names the reader. */
function quoteOf(events: readonly BugEvent[], user: UserRef, done: readonly Done[]): string | null {
  const wanted = actionKinds.find((is) => isQuoted.has(is) && done.some(({ action }) => action.is === is));
  if (wanted === undefined) return null;
  const { text = '' } =
    events.findLast(({ by, actions }) => by._id === user._id && actions.some(({ is }) => is === wanted)) ??
    {};
  const line = firstLineOf(text);
  const characters = Array.from(line ?? '');
  return characters.length > quoteLength ? `${characters.slice(0, quoteLength).join('')}…` : (line ?? null);
}

/** The first line of a text as it is shown, without its markup. Quotations are skipped. */
function firstLineOf(text: string): string | undefined {
  // Further lines are not quoted, and a list of the inbox parses many texts.
  const start = text.slice(0, 4 * quoteLength);
  let depth = 0;
  const lines = markdown.parse(start, {}).flatMap(({ type, content, children, nesting }) => {
    if (type.startsWith('blockquote')) depth += nesting;
    if (depth > 0) return [];
    if (children === null) return content.split('\n');
    return children
      .map((part) => (part.type.endsWith('break') ? '\n' : part.content))
      .join('')
      .split('\n');
  });
  return lines.map((line) => line.trim()).find((line) => line !== '');
}

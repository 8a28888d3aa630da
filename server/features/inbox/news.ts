import { type Deed, type DeedKind, type News, deedKinds } from '#contract/conversation/news.ts';
import { markdown } from '#contract/conversation/markdown-tokens.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import type { Activities, BugEvent } from '#server/extensions/bug-activity.ts';

/** The maximum number of deeds that news have. */
const mostDeeds = 4;
/** The maximum length of a quote, in code points. */
const quoteLength = 200;

interface Done {
  readonly user: UserRef;
  readonly deed: Deed;
  readonly place: number;
}

/** What concerns the reader most, by user; what one user did to the same field is one deed, with the last value. */
export function newsOf({ events, omitted }: Activities): News {
  const merged = new Map<string, Done>();
  for (const { by: user, deeds } of events)
    for (const deed of deeds) {
      const key = `${user._id} ${deed.is} ${deed.field} ${deed.name}`;
      const before = merged.get(key)?.deed;
      merged.delete(key);
      merged.set(key, { user, deed: before ? together(before, deed) : deed, place: merged.size });
    }
  const all = [...merged.values()].map((done, place) => ({ ...done, place }));
  const shown = all
    .toSorted((a, b) => weightOf(a.deed) - weightOf(b.deed) || b.place - a.place)
    .slice(0, mostDeeds);
  const byUser = Map.groupBy(shown, ({ user }) => user._id);
  return {
    by: [...byUser.values()].map((done) => ({
      // The names are the same; the array has at least one.
      user: (done[0] as Done).user,
      deeds: done.toSorted((a, b) => a.place - b.place).map(({ deed }) => deed),
      quote: quoteOf(events, (done[0] as Done).user, done),
    })),
    more: all.length - shown.length + omitted,
  };
}

/** What concerns the reader comes first, then words, then the status; a later deed before an earlier one. */
function weightOf({ is, field }: Deed): number {
  return is === 'set' && field === 'status' ? deedKinds.indexOf('set') - 0.5 : deedKinds.indexOf(is);
}

function together(before: Deed, deed: Deed): Deed {
  const [a, b] = [before.to, deed.to];
  if (deed.is === 'commented') return { ...deed, to: Number(a ?? 1) + Number(b ?? 1) };
  return Array.isArray(a) && Array.isArray(b) ? { ...deed, to: [...new Set([...a, ...b])] } : deed;
}

const isQuoted: ReadonlySet<DeedKind> = new Set([
  'commented',
  'mentioned',
  'asked',
  'asked-reporter',
] as const);

/** The first line of a user's last comment or question, the one that names the reader first. */
function quoteOf(events: readonly BugEvent[], user: UserRef, done: readonly Done[]): string | null {
  const wanted = deedKinds.find((is) => isQuoted.has(is) && done.some(({ deed }) => deed.is === is));
  if (wanted === undefined) return null;
  const { text = '' } =
    events.findLast(({ by, deeds }) => by._id === user._id && deeds.some(({ is }) => is === wanted)) ?? {};
  const line = firstLineOf(text);
  const characters = Array.from(line ?? '');
  return characters.length > quoteLength ? `${characters.slice(0, quoteLength).join('')}…` : (line ?? null);
}

/** The first line of a text as it is shown, without its markup; not of a quotation. */
function firstLineOf(text: string): string | undefined {
  // Further ones are not quoted, and lists of the inbox parse many texts.
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

/** What was typed into a form and not saved. */
interface Draft {
  /** Which of the drafts of the same form: every form that is opened has one of its own. */
  readonly slot: string;
  /** When the last of it was typed, in milliseconds since 1970. */
  readonly at: number;
  readonly value: unknown;
}

/** Whose draft, of which form. */
interface DraftOwner {
  readonly userId: string;
  readonly form: string;
}

const prefix = 'draft:';
const maxAge = 30 * 24 * 60 * 60 * 1000;
/** In characters, names included: a fifth of what browsers allow, so that the session's token always has room. */
const maxSize = 1_000_000;

/** What the browser refused to store lasts as long as the page. */
const inMemory = new Map<string, string>();

/** Slots have no colon, so that no form's name begins another's. */
const prefixOf = ({ userId, form }: DraftOwner) => `${prefix}${userId}:${form}:`;

/**
 * Keeps a draft in the browser, for its user alone, over what its slot held. Never hand it a password. What cannot be
 * stored is held by the page, see `isUnkept`.
 */
export function keepDraft(owner: DraftOwner, { slot, at, value }: Draft): void {
  const key = prefixOf(owner) + slot;
  const text = JSON.stringify({ at, value });
  try {
    if (key.length + text.length > maxSize) throw new RangeError('Larger than all drafts may be');
    tidyDrafts(at, maxSize - key.length - text.length, key);
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

/** Whether a draft is held by this page alone: the browser refused to store it, or it is larger than all may be. */
export function isUnkept(owner: DraftOwner, slot: string): boolean {
  return inMemory.has(prefixOf(owner) + slot);
}

/** Whether any draft would be lost with this page. */
export function isAnyUnkept(): boolean {
  return inMemory.size > 0;
}

/** Forgets a draft. */
export function dropDraft(owner: DraftOwner, slot: string): void {
  const key = prefixOf(owner) + slot;
  remove(key);
  inMemory.delete(key);
}

/** The drafts of a user's form, the newest first. */
export function draftsOf(owner: DraftOwner, now = Date.now()): Draft[] {
  const start = prefixOf(owner);
  return entries([...new Map([...stored(), ...inMemory])])
    .filter(({ key, at }) => now - at <= maxAge && key.startsWith(start) && !key.includes(':', start.length))
    .map(({ key, at, value }) => ({ slot: key.slice(start.length), at, value }))
    .toSorted((one, other) => other.at - one.at);
}

/**
 * Drops the stored drafts that are too old, and of the others the oldest until they fit into `room` beside `spared`. What
 * the page holds takes none of that room.
 */
function tidyDrafts(now: number, room: number, spared: string): void {
  let size = 0;
  for (const { key, at, length } of entries(stored()).toSorted((one, other) => other.at - one.at)) {
    if (key === spared) continue;
    size += length;
    if (now - at > maxAge || size > room) remove(key);
  }
}

interface Entry {
  readonly key: string;
  readonly at: number;
  readonly value: unknown;
  readonly length: number;
}

/** Drafts by their texts; what cannot be read is as old as can be. */
function entries(texts: readonly (readonly [key: string, text: string])[]): Entry[] {
  return texts.map(([key, text]) => ({
    ...parsed(text),
    key,
    length: key.length + text.length,
  }));
}

function stored(): [key: string, text: string][] {
  try {
    return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => [key, localStorage.getItem(key) ?? '']);
  } catch {
    return [];
  }
}

function parsed(text: string): { at: number; value: unknown } {
  try {
    const { at, value } = JSON.parse(text) as { at?: unknown; value?: unknown };
    if (typeof at === 'number') return { at, value };
  } catch {
    // Not one of ours.
  }
  return { at: 0, value: undefined };
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to remove.
  }
}

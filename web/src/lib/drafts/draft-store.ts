/** The unsaved values of a form. */
interface Draft {
  /** Identifies the opening of the form in which it was typed. A form that resumes a draft has the same id. */
  readonly slot: string;
  /** When it was last changed, in milliseconds since 1970. */
  readonly at: number;
  readonly value: unknown;
}

/** The draft's user and form. */
export interface DraftOwner {
  readonly userId: string;
  readonly form: string;
}

const prefix = 'draft:';
const maxAge = 30 * 24 * 60 * 60 * 1000;
/**
 * The limit in characters, including names: a fifth of what browsers allow, so that the session's token can always be
 * stored.
 */
const maxSize = 1_000_000;

/** Drafts that the browser refused to store, in the page's memory. */
const inMemory = new Map<string, string>();
/** The drafts that the open forms of this page have written; another tab may have overwritten them. */
const written = new Map<string, { slot: string; text: string }>();

const keyOf = ({ userId, form }: DraftOwner) => `${prefix}${userId}:${form}`;

/**
 * Stores a form's draft in the browser for its user, replacing the previous one. It must not contain a password. A
 * draft that cannot be stored stays in memory, see `isUnkept`.
 */
export function keepDraft(owner: DraftOwner, { slot, at, value }: Draft): void {
  const key = keyOf(owner);
  const text = JSON.stringify({ at, slot, value });
  removeReleased(key);
  written.set(key, { slot, text });
  try {
    if (key.length + text.length > maxSize) throw new RangeError('Larger than all drafts may be');
    tidyDrafts(at, maxSize - key.length - text.length, key);
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

/** Whether a form's text would be lost with this page: the browser refused to store it, or another tab has overwritten it. */
export function isUnkept(owner: DraftOwner): boolean {
  return isKeyUnkept(keyOf(owner));
}

/** Whether any text would be lost with this page. */
export function isAnyUnkept(): boolean {
  return [...inMemory.keys(), ...written.keys()].some(isKeyUnkept);
}

function isKeyUnkept(key: string): boolean {
  return inMemory.has(key) || (written.has(key) && read(key) !== written.get(key)?.text);
}

/** Removes an open form after it was left, which the user has confirmed if its text was not stored. */
export function closeDraft(owner: DraftOwner): void {
  written.delete(keyOf(owner));
}

/** Removes the draft in this slot, unless another tab has overwritten it since. */
export function dropDraft(owner: DraftOwner, slot: string): void {
  const key = keyOf(owner);
  if (written.get(key)?.slot === slot) written.delete(key);
  if (draftOf(owner, 0)?.slot !== slot) return;
  inMemory.delete(key);
  removeReleased(key);
  remove(key);
}

/** The draft of a user's form. */
export function draftOf(owner: DraftOwner, now = Date.now()): Draft | undefined {
  const key = keyOf(owner);
  const [newest] = entries([...new Map([...stored(), ...inMemory])])
    .filter((entry) => now - entry.at <= maxAge && (entry.key === key || isReleased(entry.key, key)))
    .toSorted((one, other) => other.at - one.at);
  return newest && { slot: newest.slot, at: newest.at, value: newest.value };
}

/** The number of drafts of a user in this browser. */
export function countDrafts(userId: string, now = Date.now()): number {
  return entries(ofUser(userId)).filter(({ at }) => now - at <= maxAge).length;
}

/** Removes all drafts of a user. */
export function dropDraftsOf(userId: string): void {
  for (const [key] of ofUser(userId)) {
    remove(key);
    inMemory.delete(key);
  }
  for (const key of written.keys()) if (key.startsWith(`${prefix}${userId}:`)) written.delete(key);
}

function ofUser(userId: string): [key: string, text: string][] {
  return [...new Map([...stored(), ...inMemory])].filter(([key]) => key.startsWith(`${prefix}${userId}:`));
}

/** Release 0.1 stored a draft for each opening of a form, with its slot after the form's name. */
function isReleased(key: string, form: string): boolean {
  return key.startsWith(`${form}:`) && !key.includes(':', form.length + 1);
}

/** Deletes the drafts of 0.1 when the first current draft is stored: the newest of them has been offered by then. */
function removeReleased(form: string): void {
  for (const [key] of stored()) if (isReleased(key, form)) remove(key);
}

/**
 * Removes stored drafts that are too old, then the oldest until the rest fits into `room` together with `spared`.
 * Drafts in memory do not count.
 */
function tidyDrafts(now: number, room: number, spared: string): void {
  let size = 0;
  for (const { key, at, length } of entries(stored()).toSorted((one, other) => other.at - one.at)) {
    if (key === spared) continue;
    size += length;
    if (now - at > maxAge || size > room) remove(key);
  }
}

interface Entry extends Draft {
  readonly key: string;
  readonly length: number;
}

/** Parses stored drafts; an unreadable draft counts as the oldest. */
function entries(texts: readonly (readonly [key: string, text: string])[]): Entry[] {
  return texts.map(([key, text]) => ({
    slot: key.slice(key.lastIndexOf(':') + 1),
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

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string): { at: number; slot?: string; value: unknown } {
  try {
    const { at, slot, value } = JSON.parse(text) as { at?: unknown; slot?: unknown; value?: unknown };
    if (typeof at === 'number') return { at, value, ...(typeof slot === 'string' && { slot }) };
  } catch {
    // Not one of ours.
  }
  return { at: 0, value: undefined };
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // If nothing can be stored, there is nothing to remove.
  }
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { randomName } from '#web/lib/random-name.ts';
import { draftsOf, dropDraft, isAnyUnkept, isUnkept, keepDraft } from './draft-store.ts';

/** The browser's storage, as far as it is used; `refuses` like one that is full or forbidden. */
class BrowserStorage {
  readonly items = new Map<string, string>();
  refuses = false;
  get length() {
    return this.items.size;
  }
  key(index: number) {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
  setItem(key: string, value: string) {
    if (this.refuses) throw new DOMException('Full', 'QuotaExceededError');
    this.items.set(key, value);
  }
}

const [ada, bob] = [
  { userId: 'ada', form: 'new-bug' },
  { userId: 'bob', form: 'new-bug' },
];
const now = Date.UTC(2026, 0, 31);
const day = 24 * 60 * 60 * 1000;
let storage = new BrowserStorage();

beforeEach(() => {
  storage = new BrowserStorage();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  for (const owner of [ada, bob]) for (const { slot } of draftsOf(owner, 0)) dropDraft(owner, slot);
  vi.unstubAllGlobals();
});

const values = (owner = ada, at = now) => draftsOf(owner, at).map(({ value }) => value);

describe('drafts', () => {
  test('the newest first, each with when it was typed', () => {
    keepDraft(ada, { slot: 'a', at: now - 2, value: 'older' });
    keepDraft(ada, { slot: 'b', at: now - 1, value: 'newer' });
    expect(draftsOf(ada, now)).toEqual([
      { slot: 'b', at: now - 1, value: 'newer' },
      { slot: 'a', at: now - 2, value: 'older' },
    ]);
  });

  test('what is typed on goes into the same slot; another form’s stays', () => {
    const [mine, another] = [randomName(), randomName()];
    expect(mine).not.toBe(another);
    keepDraft(ada, { slot: another, at: now - 9, value: 'another' });
    keepDraft(ada, { slot: mine, at: now - 2, value: 'on' });
    keepDraft(ada, { slot: mine, at: now - 1, value: 'one' });
    expect(values()).toEqual(['one', 'another']);
    dropDraft(ada, mine);
    expect(values()).toEqual(['another']);
  });

  test('are of one user and one form', () => {
    keepDraft(ada, { slot: 'a', at: now, value: 'Ada’s' });
    keepDraft({ userId: 'ada', form: 'new-bug:1' }, { slot: 'a', at: now, value: 'of another form' });
    expect(values(bob)).toEqual([]);
    expect(values({ userId: 'ad', form: 'a:new-bug' })).toEqual([]);
    expect(values()).toEqual(['Ada’s']);
  });

  test('older than 30 days are not offered, and go when the next is kept', () => {
    keepDraft(ada, { slot: 'a', at: now - 30 * day, value: 'old' });
    expect(values()).toEqual(['old']);
    expect(values(ada, now + 1)).toEqual([]);
    keepDraft(bob, { slot: 'b', at: now + 1, value: 'new' });
    expect([...storage.items.keys()]).toEqual(['draft:bob:new-bug:b']);
  });

  test('take a million characters together: the oldest go, and nothing else of the page does', () => {
    storage.setItem('token', 'x');
    const long = 'x'.repeat(400_000);
    keepDraft(ada, { slot: 'a', at: now - 3, value: long });
    keepDraft(ada, { slot: 'b', at: now - 2, value: long });
    keepDraft(ada, { slot: 'c', at: now - 1, value: long });
    expect(draftsOf(ada, now).map(({ slot }) => slot)).toEqual(['c', 'b']);
    expect(storage.getItem('token')).toBe('x');
    expect(isAnyUnkept()).toBe(false);
  });

  test('larger than that is not stored but held by the page, and drops no other', () => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'small' });
    keepDraft(ada, { slot: 'b', at: now, value: 'x'.repeat(1_000_000) });
    expect([...storage.items.keys()]).toEqual(['draft:ada:new-bug:a']);
    expect(draftsOf(ada, now).map(({ slot }) => slot)).toEqual(['b', 'a']);
    expect([isUnkept(ada, 'a'), isUnkept(ada, 'b'), isAnyUnkept()]).toEqual([false, true, true]);
  });

  test('what the page holds takes no room from what is stored, however large it is', () => {
    keepDraft(ada, { slot: 'a', at: now - 3, value: 'stored' });
    keepDraft(ada, { slot: 'b', at: now - 2, value: 'x'.repeat(1_000_000) });
    keepDraft(bob, { slot: 'c', at: now - 1, value: 'stored later' });
    expect([...storage.items.keys()]).toEqual(['draft:ada:new-bug:a', 'draft:bob:new-bug:c']);
    expect(draftsOf(ada, now).map(({ slot }) => slot)).toEqual(['b', 'a']);
  });

  test('a storage that refuses keeps what it has; the newer text lasts as long as the page', () => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'stored' });
    storage.refuses = true;
    keepDraft(ada, { slot: 'a', at: now, value: 'held' });
    expect(isUnkept(ada, 'a')).toBe(true);
    expect(values()).toEqual(['held']);
    expect(storage.getItem('draft:ada:new-bug:a')).toContain('stored');
    storage.refuses = false;
    keepDraft(ada, { slot: 'a', at: now, value: 'kept' });
    expect([isUnkept(ada, 'a'), isAnyUnkept()]).toEqual([false, false]);
    expect(values()).toEqual(['kept']);
  });

  test('without any storage nothing throws', () => {
    vi.stubGlobal('localStorage', undefined);
    keepDraft(ada, { slot: 'a', at: now, value: 'held' });
    expect(values()).toEqual(['held']);
    expect(isUnkept(ada, 'a')).toBe(true);
    dropDraft(ada, 'a');
    expect(values()).toEqual([]);
  });

  test('what somebody else wrote there is passed over, and makes room', () => {
    for (const text of ['', 'null', '[]', '"x"', '{"at":"now"}']) {
      storage.setItem('draft:ada:new-bug:x', text);
      expect(values()).toEqual([]);
    }
    keepDraft(ada, { slot: 'a', at: now, value: 'mine' });
    expect([...storage.items.keys()]).toEqual(['draft:ada:new-bug:a']);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closeDraft,
  countDrafts,
  draftOf,
  dropDraft,
  dropDraftsOf,
  isAnyUnkept,
  isUnkept,
  keepDraft,
} from './draft-store.ts';

/** The parts of browser storage that are used; `refuses` simulates one that is full or forbidden. */
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
const edit = { userId: 'ada', form: 'bug:1' };
const now = Date.UTC(2026, 0, 31);
const day = 24 * 60 * 60 * 1000;
let storage = new BrowserStorage();

/** Stores a draft from another tab of the same browser. */
function otherTab({ userId, form }: typeof ada, draft: { slot: string; at: number; value: string }): void {
  storage.setItem(`draft:${userId}:${form}`, JSON.stringify(draft));
}

beforeEach(() => {
  storage = new BrowserStorage();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  for (const owner of [ada, bob, edit]) dropDraftsOf(owner.userId);
  vi.unstubAllGlobals();
});

const value = (owner = ada, at = now) => draftOf(owner, at)?.value;

describe('drafts', () => {
  test('of one form are stored as one: the newest text, with its time', () => {
    keepDraft(ada, { slot: 'a', at: now - 2, value: 'older' });
    keepDraft(ada, { slot: 'b', at: now - 1, value: 'newer' });
    expect(draftOf(ada, now)).toEqual({ slot: 'b', at: now - 1, value: 'newer' });
    expect(storage.length).toBe(1);
  });

  test('belong to one user and one form', () => {
    keepDraft(ada, { slot: 'a', at: now, value: 'Ada’s' });
    keepDraft(edit, { slot: 'a', at: now, value: 'of another form' });
    expect([value(), value(edit), value(bob)]).toEqual(['Ada’s', 'of another form', undefined]);
    expect(value({ userId: 'ad', form: 'a:new-bug' })).toBeUndefined();
  });

  test('that another tab has written since are not dropped', () => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'mine' });
    otherTab(ada, { slot: 'b', at: now, value: 'of the other tab' });
    dropDraft(ada, 'a');
    expect(value()).toBe('of the other tab');
    dropDraft(ada, 'b');
    expect(value()).toBeUndefined();
  });

  test.each([
    ['writes over', () => otherTab(ada, { slot: 'b', at: now, value: 'of the other tab' })],
    ['drops', () => storage.removeItem('draft:ada:new-bug')],
  ])('a text that another tab %s counts as not stored until the user types on or leaves', (_, interfere) => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'mine' });
    expect([isUnkept(ada), isAnyUnkept()]).toEqual([false, false]);
    interfere();
    expect([isUnkept(ada), isUnkept(edit), isAnyUnkept()]).toEqual([true, false, true]);
    keepDraft(ada, { slot: 'a', at: now, value: 'mine, typed on' });
    expect([isUnkept(ada), value()]).toEqual([false, 'mine, typed on']);
    interfere();
    closeDraft(ada);
    expect([isUnkept(ada), isAnyUnkept()]).toEqual([false, false]);
  });

  test('of a user are counted and forgotten together', () => {
    keepDraft(ada, { slot: 'a', at: now, value: 'one' });
    keepDraft(edit, { slot: 'a', at: now - 31 * day, value: 'too old to be offered' });
    keepDraft(bob, { slot: 'a', at: now, value: 'Bob’s' });
    storage.refuses = true;
    keepDraft({ userId: 'ada', form: 'profile' }, { slot: 'a', at: now, value: 'held' });
    expect([countDrafts('ada', now), countDrafts('bob', now), countDrafts('ad', now)]).toEqual([2, 1, 0]);
    dropDraftsOf('ada');
    expect([countDrafts('ada', 0), value(bob), isAnyUnkept()]).toEqual([0, 'Bob’s', false]);
  });

  test('of release 0.1 are treated as one, of which the newest text is offered', () => {
    storage.setItem('draft:ada:new-bug:a', JSON.stringify({ at: now - 2, value: 'older' }));
    storage.setItem('draft:ada:new-bug:b', JSON.stringify({ at: now - 1, value: 'newer' }));
    expect(draftOf(ada, now)).toEqual({ slot: 'b', at: now - 1, value: 'newer' });
    keepDraft(ada, { slot: 'b', at: now, value: 'typed on' });
    expect([...storage.items.keys()]).toEqual(['draft:ada:new-bug']);
    storage.setItem('draft:ada:new-bug:a', JSON.stringify({ at: now - 2, value: 'older' }));
    dropDraft(ada, 'b');
    expect(storage.length).toBe(0);
  });

  test('older than 30 days are not offered, and are deleted when the next is stored', () => {
    keepDraft(ada, { slot: 'a', at: now - 30 * day, value: 'old' });
    expect(value()).toBe('old');
    expect(value(ada, now + 1)).toBeUndefined();
    closeDraft(ada);
    keepDraft(bob, { slot: 'b', at: now + 1, value: 'new' });
    expect([...storage.items.keys()]).toEqual(['draft:bob:new-bug']);
  });

  test('take up to a million characters together, beyond which the oldest are removed', () => {
    storage.setItem('token', 'x');
    const long = 'x'.repeat(400_000);
    const forms = ['a', 'b', 'c'].map((form) => ({ userId: 'ada', form }));
    forms.forEach((form, i) => {
      keepDraft(form, { slot: 's', at: now - 3 + i, value: long });
      closeDraft(form);
    });
    expect(forms.map((form) => draftOf(form, now) !== undefined)).toEqual([false, true, true]);
    expect(storage.getItem('token')).toBe('x');
    expect(isAnyUnkept()).toBe(false);
  });

  test('larger than that is not stored but held by the page, and drops no other', () => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'small' });
    keepDraft(edit, { slot: 'b', at: now, value: 'x'.repeat(1_000_000) });
    keepDraft(bob, { slot: 'c', at: now, value: 'stored later' });
    expect([...storage.items.keys()]).toEqual(['draft:ada:new-bug', 'draft:bob:new-bug']);
    expect(draftOf(edit, now)?.slot).toBe('b');
    expect([isUnkept(ada), isUnkept(edit), isAnyUnkept()]).toEqual([false, true, true]);
  });

  test('stay stored if a newer text is refused, which the page holds instead', () => {
    keepDraft(ada, { slot: 'a', at: now - 1, value: 'stored' });
    storage.refuses = true;
    keepDraft(ada, { slot: 'a', at: now, value: 'held' });
    closeDraft(ada);
    expect(isUnkept(ada)).toBe(true);
    expect(value()).toBe('held');
    expect(storage.getItem('draft:ada:new-bug')).toContain('stored');
    storage.refuses = false;
    keepDraft(ada, { slot: 'a', at: now, value: 'kept' });
    expect([isUnkept(ada), isAnyUnkept()]).toEqual([false, false]);
    expect(value()).toBe('kept');
  });

  test('without any storage nothing throws', () => {
    vi.stubGlobal('localStorage', undefined);
    keepDraft(ada, { slot: 'a', at: now, value: 'held' });
    expect(value()).toBe('held');
    expect(isUnkept(ada)).toBe(true);
    dropDraft(ada, 'a');
    expect(value()).toBeUndefined();
  });

  test('values that something else has written there are ignored and overwritten', () => {
    for (const text of ['', 'null', '[]', '"x"', '{"at":"now"}']) {
      storage.setItem('draft:ada:new-bug', text);
      expect(value()).toBeUndefined();
    }
    keepDraft(ada, { slot: 'a', at: now, value: 'mine' });
    expect(value()).toBe('mine');
  });
});

import { expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import { commentIn, type Stretch, withComment, withEarlier, withLater, withNewest } from './stretch.ts';

const by = { _id: 'ada', name: 'Ada' };
const at = (minute: number) => new Date(minute * 60_000).toISOString();

function entry(minute: number, version = 1): ActivityEntry {
  const [_id, time] = [`e${minute}`, at(minute)];
  const written = { _id, bugId: 'bug', body: `${version}`, author: by, createdAt: time, updatedAt: time };
  return {
    kind: 'comment',
    _id,
    at: time,
    comment: {
      ...written,
      version,
      deletedAt: null,
      deletedBy: null,
      mentions: [],
      files: [],
      reactions: [],
      isMailed: false,
      isTrimmed: false,
    },
  };
}

function stretch(minutes: number[], before: string | null = null, after: string | null = null): Stretch {
  return { entries: minutes.map((minute) => entry(minute)), before, after };
}

const minutesOf = ({ entries }: Stretch) => entries.map(({ at: time }) => Date.parse(time) / 60_000);

test('earlier and later pages extend the stretch, and name the next ones', () => {
  const known = stretch([3, 4], 'e3', 'e4');
  const earlier = withEarlier(known, stretch([1, 2], null, 'e2'));
  expect([minutesOf(earlier), earlier.before, earlier.after]).toEqual([[1, 2, 3, 4], null, 'e4']);
  const later = withLater(earlier, stretch([5], 'e5', null));
  expect([minutesOf(later), later.before, later.after]).toEqual([[1, 2, 3, 4, 5], null, null]);
});

test('the newest page updates the entries that are known, and keeps those before it', () => {
  const known = stretch([1, 2, 3], 'e1');
  const newest = { entries: [entry(2, 2), entry(3), entry(4)], before: 'e2', after: null };
  const both = withNewest(known, newest);
  expect([minutesOf(both), both.before]).toEqual([[1, 2, 3, 4], 'e1']);
  expect(commentIn(both, 'e2')?.body).toBe('2');
});

test('after a gap, the newest page is a stretch of its own', () => {
  const newest = stretch([8, 9], 'e8');
  expect(withNewest(stretch([1, 2]), newest)).toEqual(newest);
});

test('an entry that became visible late takes its place by time', () => {
  expect(minutesOf(withNewest(stretch([1, 3], 'e1'), stretch([1, 2, 3], 'e1')))).toEqual([1, 2, 3]);
});

test('a comment is replaced only by a newer version', () => {
  const edited = commentIn({ entries: [entry(2, 3)], before: null, after: null }, 'e2');
  const outdated = commentIn({ entries: [entry(2, 2)], before: null, after: null }, 'e2');
  if (!edited || !outdated) throw new Error('The entries are comments');
  const after = withComment(stretch([1, 2]), edited);
  expect(commentIn(after, 'e2')?.body).toBe('3');
  expect(withComment(after, outdated)).toBe(after);
});

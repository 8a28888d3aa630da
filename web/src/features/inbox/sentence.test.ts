import { expect, test } from 'vitest';
import type { InboxItem, Reason } from '#contract/conversation/inbox.ts';
import { said } from './sentence.ts';
import { testItem } from './test-item.ts';

function saying(kind: InboxItem['latest']['kind'], ...reasons: Reason[]) {
  const { latest } = testItem(1);
  return said({ latest: { ...latest, kind }, reasons });
}

test('a single reason is said with what was done', () => {
  expect(saying('commented', 'mentioned')).toEqual({
    text: '{name} mentioned you in a comment',
    reasons: [],
  });
  expect(saying('changed', 'assigned')).toEqual({ text: '{name} assigned it to you', reasons: [] });
  expect(saying('changed', 'status')).toEqual({ text: '{name} changed the status', reasons: [] });
  expect(saying('created', 'assigned')).toEqual({
    text: '{name} filed it and assigned it to you',
    reasons: [],
  });
  expect(saying('commented', 'commented')).toEqual({ text: '{name} commented', reasons: [] });
});

test('several reasons are listed beside it, the most personal first', () => {
  expect(saying('commented', 'watching', 'commented', 'mentioned')).toEqual({
    text: '{name} commented',
    reasons: ['mentioned', 'commented', 'watching'],
  });
});

test('a reason that does not say what was done is listed', () => {
  expect(saying('changed', 'filed')).toEqual({ text: '{name} changed it', reasons: ['filed'] });
  expect(saying('commented', 'assigned')).toEqual({ text: '{name} commented', reasons: ['assigned'] });
});

import type { InboxItem } from '#contract/conversation/inbox.ts';

/** A row for tests, unread. */
export function testItem(number: number, overrides: Partial<InboxItem> = {}): InboxItem {
  const at = overrides.at ?? `2026-11-23T08:00:${String(number % 60).padStart(2, '0')}.000Z`;
  return {
    bug: { _id: `bug ${number}`, number, title: `t${number}`, status: 'open', priority: 'low' },
    reasons: ['commented'],
    state: 'unread',
    snoozedUntil: null,
    firstUnread: at,
    at,
    latest: { kind: 'commented', by: { _id: 'bob', name: 'bob' }, at, commentId: null },
    news: {
      by: [{ user: { _id: 'bob', name: 'bob' }, actions: [{ is: 'commented', to: 1 }], quote: null }],
      more: 0,
    },
    relations: ['watching'],
    named: null,
    ...overrides,
  };
}

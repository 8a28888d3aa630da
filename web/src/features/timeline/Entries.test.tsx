import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { Entries } from './Entries.tsx';

const at = '2026-01-01T00:00:00.000Z';
const by = { _id: 'ada', name: 'Ada' };
const bug = { _id: '1' } as Bug;

function entry(version: number): ActivityEntry {
  const _id = String(version);
  return { kind: 'change', _id, at, change: { _id, at, by, version, changes: [] } };
}

const shown = (versions: number[], seen?: string) =>
  renderToString(
    <Entries
      timeline={{ entries: versions.map(entry), before: null, after: null }}
      bug={bug}
      linked={undefined}
      seen={seen}
      since={undefined}
      userId="ben"
    />,
  );

test('what others did since the last visit is marked', () => {
  const mark = 'New since your last visit';
  expect(shown([1, 2, 3])).not.toContain(mark);
  expect(shown([1, 2, 3], '3')).not.toContain(mark);
  expect(shown([1, 2, 3], '1').split(mark)).toHaveLength(2);
});

test('consecutive edits of one person share the name, but not across the mark', () => {
  const hidden = 'data-same="true"';
  expect(shown([1, 2, 3]).split(hidden)).toHaveLength(3);
  expect(shown([1, 2, 3], '1').split(hidden)).toHaveLength(2);
});

import { afterEach, expect, test } from 'vitest';
import { customQueryField } from '#contract/classification/custom-fields.ts';
import { setOwnQueryFields } from '#web/lib/bugs/query-fields.ts';
import { ada, testBug } from '#web/lib/bugs/test-bug.ts';
import { understood } from './understood.ts';

const id = '01900000-0000-7000-8000-0000000000ef';
const effort = { field: customQueryField({ _id: id, name: 'Effort', kind: 'number' }), named: [] };
afterEach(() => setOwnQueryFields([]));

test('a field of the installation is understood once it is known', () => {
  const selects = (value?: number) =>
    understood('effort:>2', ada._id)?.selects(
      testBug(1, { custom: value === undefined ? {} : { [id]: value } }),
    );
  expect(selects(3)).toBeUndefined();
  setOwnQueryFields([effort]);
  expect([selects(3), selects(2), selects()]).toEqual([true, false, false]);
});

test.each([
  ['-assignee:@me sort:-updated', '-updatedAt', true, false, false],
  ['a OR b in:comments', undefined, false, false, false],
  ['a OR label:crash', undefined, true, true, false],
  ['-(has:comments a)', undefined, true, false, true],
  ['votes:>5 OR blocked:yes', undefined, true, false, true],
  ['number:>5 triaged:no', undefined, true, false, false],
])('%s: what the browser has to know of it', (text, sort, isDecidable, hasNames, hasCounts) => {
  expect(understood(text, ada._id)).toMatchObject({ sort, isDecidable, hasNames, hasCounts });
});

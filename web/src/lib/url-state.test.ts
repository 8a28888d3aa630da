import { describe, expect, test } from 'vitest';
import { bugFilter } from '#web/lib/api/specified.ts';
import { lenient, parseSearch, stringifySearch } from './url-state.ts';

describe('the state of the list in its address', () => {
  const read = (search: string) => lenient(bugFilter)(parseSearch(search));

  test('is read as it was written', () => {
    const filter = { status: 'in-progress', priority: 'high', q: '50% & "more"', sort: '-title' };
    expect(read(stringifySearch(filter))).toEqual(filter);
  });

  test('stays text where it looks like something else', () => {
    expect(read('?q=123')).toEqual({ q: '123' });
    expect(read('?q=true')).toEqual({ q: 'true' });
  });

  test('loses wrong, unknown and empty values, and keeps the rest', () => {
    expect(read('?status=bogus&priority=low&utm_source=mail&q=')).toEqual({ priority: 'low' });
  });

  test('is written without filters that are not chosen', () => {
    expect(stringifySearch({ status: undefined, q: '' })).toBe('');
    expect(stringifySearch({ status: 'open', q: undefined })).toBe('?status=open');
  });
});

import { expect, test } from 'vitest';
import { address, nextCursor } from './address.ts';

test('parameters are escaped, and empty ones are left out', () => {
  expect(address('/api/bugs/:id', { id: '../users' })).toBe('/api/bugs/..%2Fusers');
  expect(address('/api/bugs', {}, { status: 'open', q: '', cursor: undefined })).toBe(
    '/api/bugs?status=open',
  );
});

test('the next page is found in the Link header, and on the last page there is none', () => {
  expect(nextCursor('</api/bugs?limit=100&cursor=a%2Bb>; rel="next"')).toBe('a+b');
  expect(nextCursor('</api/bugs?cursor=a>; rel="prev", </api/bugs?cursor=b>; rel=next')).toBe('b');
  expect(nextCursor('</api/bugs/1/history?after=c>; rel="next"', 'after')).toBe('c');
  expect(nextCursor(null)).toBeUndefined();
});

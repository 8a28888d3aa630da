import { expect, test } from 'vitest';
import { ApiError, isPassing } from './api-error.ts';

test('trying again may help after no answer or overload, not after a costly query', () => {
  const overload = { message: 'The server is busy.', code: 'unavailable' };
  const expensive = { message: 'This takes too long.', code: 'too_expensive' };
  const errors = [
    new ApiError(0, undefined),
    new ApiError(502, undefined),
    new ApiError(503, overload),
    new ApiError(503, expensive),
    new ApiError(500, undefined),
    new Error('Other'),
  ];
  expect(errors.map(isPassing)).toEqual([true, true, true, false, false, false]);
});

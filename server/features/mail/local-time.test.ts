import { expect, test } from 'vitest';
import { nextDigest } from './local-time.ts';

const next = (now: string, hour: number, timeZone: string, weekday?: number) =>
  nextDigest(new Date(now), {
    digest: weekday === undefined ? 'daily' : 'weekly',
    hour,
    weekday: weekday ?? 1,
    timeZone,
  }).toISOString();

test.each([
  // Summer begins in Berlin on 29 March 2026, and ends on 25 October.
  ['2026-03-28T06:00:00Z', 8, 'Europe/Berlin', '2026-03-28T07:00:00.000Z'],
  ['2026-03-28T07:00:00Z', 8, 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T06:30:00Z', 8, 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  // The skipped hour and the repeated one: no digest is left out or sent twice.
  ['2026-03-28T12:00:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-03-29T01:00:00Z', 2, 'Europe/Berlin', '2026-03-30T00:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 2, 'Europe/Berlin', '2026-10-25T00:00:00.000Z'],
  ['2026-10-25T00:00:00Z', 2, 'Europe/Berlin', '2026-10-26T01:00:00.000Z'],
  ['2026-07-01T00:00:00Z', 0, 'UTC', '2026-07-02T00:00:00.000Z'],
  ['2026-07-01T12:00:00Z', 8, 'Pacific/Kiritimati', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T12:00:00Z', 8, 'Asia/Kolkata', '2026-07-02T02:30:00.000Z'],
  ['2026-10-04T00:00:00Z', 8, 'Australia/Lord_Howe', '2026-10-04T21:00:00.000Z'],
  // Samoa had no 30 December 2011.
  ['2011-12-29T20:00:00Z', 8, 'Pacific/Apia', '2011-12-30T18:00:00.000Z'],
])('after %s, a clock shows %i in %s at %s', (now, hour, timeZone, expected) => {
  expect(next(now, hour, timeZone)).toBe(expected);
});

test('a weekly digest is sent on its day', () => {
  // A Monday.
  expect(next('2026-11-23T06:00:00Z', 8, 'Europe/Berlin', 1)).toBe('2026-11-23T07:00:00.000Z');
  expect(next('2026-11-23T07:00:00Z', 8, 'Europe/Berlin', 1)).toBe('2026-11-30T07:00:00.000Z');
  expect(next('2026-11-23T07:00:00Z', 8, 'Europe/Berlin', 7)).toBe('2026-11-29T07:00:00.000Z');
});

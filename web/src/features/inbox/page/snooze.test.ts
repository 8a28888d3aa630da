import { expect, test } from 'vitest';
import { asFieldValue, snoozeChoices, snoozeProblem } from './snooze.ts';

/* In the machine's own time zone, as the screens use the browser's. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes);
const choices = (now: Date) =>
  snoozeChoices(now).map(({ name, at: until }) => [name, until.getDate(), until.getHours()]);

test('later today is in three hours, tomorrow and next week are mornings', () => {
  // A Wednesday.
  expect(choices(at(25, 10, 20))).toEqual([
    ['laterToday', 25, 13],
    ['tomorrow', 26, 9],
    ['nextWeek', 30, 9],
  ]);
});

test('late in the evening there is no later today', () => {
  expect(choices(at(25, 22)).map(([name]) => name)).toEqual(['tomorrow', 'nextWeek']);
});

test('on a Sunday, next week is tomorrow; on a Monday, it is in a week', () => {
  expect(choices(at(22, 10)).map(([name]) => name)).toEqual(['laterToday', 'tomorrow']);
  expect(choices(at(23, 10)).at(-1)).toEqual(['nextWeek', 30, 9]);
});

test('a time has to be in the future and within a year', () => {
  const now = at(25, 10);
  expect(snoozeProblem(at(25, 10, 1), now)).toBeUndefined();
  expect(snoozeProblem(at(25, 9), now)).toBe('The time must be in the future');
  expect(snoozeProblem(new Date(''), now)).toBe('The time must be in the future');
  expect(snoozeProblem(new Date(2028, 0, 1), now)).toBe('The time must be within a year');
});

test('the field has the local time', () => {
  expect(asFieldValue(at(25, 9, 5))).toBe('2026-11-25T09:05');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  cancelledForm,
  forgetCancelled,
  forgetResumed,
  noteCancelled,
  resumedForm,
  undoCancel,
} from './use-drafts.ts';

const form = { userId: 'ada', form: 'new-bug', slot: 'a', value: 'typed' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  forgetCancelled();
  forgetResumed();
  vi.useRealTimers();
});

test('cancelling can be undone for 8 seconds', () => {
  noteCancelled(form);
  vi.advanceTimersByTime(7_999);
  expect(cancelledForm.get()).toBe(form);
  vi.advanceTimersByTime(1);
  expect(cancelledForm.get()).toBeUndefined();
});

test('after Undo, the form is held until it is open, and not offered again', () => {
  noteCancelled(form);
  undoCancel();
  vi.advanceTimersByTime(60_000);
  expect([cancelledForm.get(), resumedForm.get()]).toEqual([undefined, form]);
  forgetResumed();
  expect(resumedForm.get()).toBeUndefined();
});

test('the form that was cancelled last can be resumed for as long as any other', () => {
  noteCancelled(form);
  vi.advanceTimersByTime(5_000);
  const other = { ...form, form: 'bug:1' };
  noteCancelled(other);
  vi.advanceTimersByTime(7_000);
  expect(cancelledForm.get()).toBe(other);
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitPreload } from './load-ahead.ts';

let hasAdditions = true;
vi.mock(import('#web/lib/api/back-end.ts'), () => ({ additionsOffered: () => hasAdditions }));

const page = new EventTarget();
const line = { saveData: false };

beforeEach(() => {
  hasAdditions = true;
  line.saveData = false;
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { connection: line });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The number of pages that a limited router loads when the pointer or the focus rests on this many links. */
function rest(links: number, client = new QueryClient()): number {
  const preloadRoute = vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined));
  const router = { preloadRoute };
  const stop = limitPreload(router as never, client);
  for (const type of before) page.dispatchEvent(Object.assign(new Event(type), { pointerType }));
  for (let i = 0; i < links; i += 1) void router.preloadRoute();
  stop();
  return preloadRoute.mock.calls.length;
}

let before: readonly string[];
let pointerType: string;
beforeEach(() => {
  before = ['pointermove'];
  pointerType = 'mouse';
});

test('a page is loaded ahead when the mouse or the focus rests on its link', () => {
  expect(rest(1)).toBe(1);
  before = ['pointerdown', 'keydown'];
  expect(rest(1)).toBe(1);
});

test('at most twenty pages a minute are loaded ahead', () => {
  expect(rest(50)).toBe(20);
});

test('no page is loaded under a pointer that has not moved since it was pressed', () => {
  before = ['pointermove', 'pointerdown'];
  expect(rest(1)).toBe(0);
});

test('no page is loaded by touch', () => {
  before = ['pointerdown', 'pointermove'];
  pointerType = 'touch';
  expect(rest(1)).toBe(0);
});

test('no page is loaded on a metered line', () => {
  line.saveData = true;
  expect(rest(1)).toBe(0);
});

test('no page is loaded from a back end without additions', () => {
  hasAdditions = false;
  expect(rest(1)).toBe(0);
});

test('no page is loaded while much else is loading', () => {
  const client = new QueryClient();
  for (let name = 1; name <= 12; name += 1)
    void client.query({ queryKey: [name], queryFn: () => new Promise(() => undefined) });
  expect(rest(1, client)).toBe(1);
  void client.query({ queryKey: ['d'], queryFn: () => new Promise(() => undefined) });
  expect(rest(1, client)).toBe(0);
});

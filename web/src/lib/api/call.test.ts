import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getStats } from '#contract/bugs/stats.ts';
import { ApiError } from './api-error.ts';
import { call, sendAhead } from './call.ts';
import { readToken } from './token.ts';

vi.mock(import('./token.ts'), async (original) => ({
  ...(await original()),
  readToken: vi.fn<() => string>(),
}));

const stats = { totalBugs: 1, openBugs: 1, inProgressBugs: 0, resolvedBugs: 0, assignedToMe: 0 };
const sent = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  vi.mocked(readToken).mockReturnValue('ada');
  sent.mockReset().mockImplementation(async () => Response.json(stats));
  vi.stubGlobal('fetch', sent);
});
afterEach(() => void vi.unstubAllGlobals());

test('the first call takes the response to a request that was sent ahead, and later ones send their own', async () => {
  sendAhead('/api/bugs/stats');
  expect(await call(getStats)).toEqual(stats);
  expect(sent).toHaveBeenCalledTimes(1);
  await call(getStats);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('another user does not get the response to a request that was sent ahead', async () => {
  sendAhead('/api/bugs/stats');
  vi.mocked(readToken).mockReturnValue('bob');
  await call(getStats);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a call fails with the refusal of the request that was sent ahead', async () => {
  sent.mockImplementationOnce(async () => Response.json({ message: 'Planted' }, { status: 500 }));
  vi.mocked(readToken).mockReturnValue('cyd');
  sendAhead('/api/bugs/stats');
  await expect(call(getStats)).rejects.toEqual(new ApiError(500, { message: 'Planted' }));
  expect(await call(getStats)).toEqual(stats);
});

import { expect, test } from 'vitest';
import { weighWeb } from './parts/weigh-web.ts';

test('at most 150 kB of JavaScript are loaded before /login can be used, and 541 kB in all', async () => {
  const { login, whole } = await weighWeb();
  expect(login).toBeLessThanOrEqual(150_000);
  expect(whole).toBeLessThanOrEqual(541_000);
});

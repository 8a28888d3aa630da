import { expect, test } from 'vitest';
import { webLimits, weighWeb } from './parts/weigh-web.ts';

const [login, whole] = [webLimits.login / 1000, webLimits.whole / 1000];

test(`at most ${login} kB of JavaScript are loaded before /login can be used, and ${whole} kB in all`, async () => {
  const weight = await weighWeb();
  expect(weight.login).toBeLessThanOrEqual(webLimits.login);
  expect(weight.whole).toBeLessThanOrEqual(webLimits.whole);
});

import { readFileSync } from 'node:fs';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { resetPassword } from '#contract/accounts/account-links.ts';
import { login, register, updateProfile } from '#contract/accounts/users.ts';
import { createResetLink } from '#contract/admin/admin.ts';
import { password, testApp } from '#server/test/harness.ts';
import { isPassword } from './passwords.ts';

const app = await testApp({
  settings: {
    registrations: {
      perNetwork: { burst: 1000, perMinute: 1000 },
      inAll: { burst: 1000, perMinute: 1000 },
    },
  },
});
let count = 0;

async function registerWith(tried: string) {
  count += 1;
  const body = { name: 'Some One', email: `someone${count}@example.com`, password: tried };
  return app.anonymous.call(register, { body });
}

test.each([
  ['eight code points', 'gräßlich'],
  ['64 characters', 'rain on the roof '.repeat(4).slice(0, 64)],
  ['128 characters', 'rain on the roof '.repeat(8).slice(0, 128)],
  ['256 characters', '🌧'.repeat(256)],
  ['only spaces and letters', 'aaaa bbbb cccc'],
  ['only lower case', 'twelvegreenbottles'],
  ['only digits', '8250391746205'],
])('a password of %s is accepted as it is', async (_, tried) => {
  const { status, body } = await registerWith(tried);
  expect(status).toBe(201);
  const attempt = (other: string) =>
    app.anonymous.call(login, { body: { email: body.email, password: other } });
  expect((await attempt(tried)).status).toBe(200);
  expect((await attempt(`${[...tried].slice(0, -1).join('')}!`)).status).toBe(401);
});

test('the most common passwords are refused in any case and width', async () => {
  const lines = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const common = lines.filter((line) => !line.startsWith('# '));
  expect(common.length).toBeGreaterThan(3_000);
  const step = Math.floor(common.length / 100);
  const sample = ['password', 'Password1', 'iloveyou', '12345678', 'ｐａｓｓｗｏｒｄ１'];
  for (let i = 0; i < common.length; i += step) sample.push(common[i] ?? '');
  for (const tried of sample) {
    const { status, error } = await registerWith(tried);
    expect([tried, status, error.fields?.['password']]).toEqual([tried, 400, 'Password is too common']);
  }
});

test('the other rules hold if common passwords are allowed', async () => {
  const rig = await testApp({ settings: { commonPasswords: 'allow' } });
  const registered = async (tried: string) => {
    const body = { name: 'Margarita', email: 'margarita@example.com', password: tried };
    const { status, error } = await rig.anonymous.call(register, { body });
    return status === 201 ? 201 : error.message;
  };
  expect(await registered('123456')).toBe('Password must be at least 8 characters');
  expect(await registered('x'.repeat(257))).toBe('Password must be at most 256 characters');
  expect(await registered('margarita')).toBe('Password must not be your own name or email');
  expect(await registered('password123')).toBe(201);
  const { body } = await rig.anonymous.call(login, {
    body: { email: 'margarita@example.com', password: 'password123' },
  });
  const change = { currentPassword: 'password123', newPassword: 'Password123!' };
  expect((await rig.as(body.token).call(updateProfile, { body: change })).status).toBe(200);
  const admin = await rig.user({ role: 'admin' });
  const link = await admin.call(createResetLink, { params: { id: body._id } });
  const reset = { token: new URL(link.body.url).hash.slice(1), newPassword: 'test1234' };
  expect((await rig.anonymous.call(resetPassword, { body: reset })).status).toBe(204);
});

test('the user’s own name and address are refused as passwords', async () => {
  const body = { name: 'Wilhelmina', email: 'wilhelmina.m@example.com', password: '' };
  for (const tried of ['wilhelmina', 'WILHELMINA.M@example.com', 'Wilhelmina.M']) {
    const { status, error } = await app.anonymous.call(register, { body: { ...body, password: tried } });
    expect([status, error.message]).toEqual([400, 'Password must not be your own name or email']);
  }
});

test('if too many wait for hashing, the newest requests of the busiest client are refused', async () => {
  const quick = await hash(password, { memoryCost: 8, timeCost: 1 });
  const crowd = Array.from({ length: 203 }, () => isPassword(password, quick, 'crowd'));
  const other = isPassword(password, quick, 'other');
  const refused = (await Promise.allSettled(crowd)).filter((attempt) => attempt.status === 'rejected');
  // Two at a time, and two hundred wait.
  expect(refused).toHaveLength(2);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'unavailable',
      status: 503,
      extras: { headers: { 'retry-after': '2' } },
    });
  }
  expect(await other).toBe(true);
});

import { expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { getSetup } from '#contract/accounts/setup.ts';
import { testApp } from '#server/test/harness.ts';

test('GET /api/setup names an admin or second user that is missing or suspended', async () => {
  const app = await testApp();
  const user = await app.user();
  const setup = async () => (await user.call(getSetup, {})).body.missing;
  expect(await setup()).toEqual(['admin', 'second-user']);
  const second = await app.user();
  expect(await setup()).toEqual(['admin']);
  const admin = await app.user({ role: 'admin' });
  expect(await setup()).toEqual([]);

  const successor = await app.user({ role: 'admin' });
  const suspend = (id: string, suspended = true) =>
    successor.call(updateManagedUser, { params: { id }, body: { suspended } });
  for (const { _id } of [admin, second, user]) await suspend(_id);
  expect((await successor.call(getSetup, {})).body.missing).toEqual(['second-user']);
});

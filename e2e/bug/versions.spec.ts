import type { Version } from '#contract/classification/versions.ts';
import { expectNothingSerious } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person, unique } from '#e2e/harness/person.ts';
import {
  button,
  choose,
  chooseMore,
  expectToFit,
  field,
  filterBy,
  goWithin,
  row,
  select,
} from '#e2e/harness/screen.ts';

async function createVersion({ server, token }: Person, name: string, state = 'planned'): Promise<Version> {
  const body = { name, state, date: '2026-11-21' };
  return (await call(server, 'POST', '/api/versions', { token, body })).body as Version;
}

test.describe('Versions and resolutions', () => {
  test.use({ ownServer: true });

  test('without versions, Resolve is one press, and a resolution follows', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(page.getByText('Resolution', { exact: true })).toBeHidden();
    await chooseMore(page, 'Resolve');
    await expect(page.getByRole('dialog')).toBeHidden();
    await button(page, 'Add field').click();
    await page.getByRole('menuitem', { name: 'Resolution' }).click();
    await page.getByRole('menuitemradio', { name: 'Won’t fix' }).click();
    await expect(button(page, 'Resolution: Won’t fix, change')).toBeVisible();
    await expect(page.getByText(/Fixed in|Found in/)).toHaveCount(0);

    await test.step('reopening removes the resolution at once, and Undo brings it back', async () => {
      await button(page, 'Reopen').click();
      await expect(page.getByText('Resolution', { exact: true })).toBeHidden();
      await button(page, 'Undo').click();
      await expect(button(page, 'Resolution: Won’t fix, change')).toBeVisible();
    });

    await test.step('the list shows the resolution, and filters by it', async () => {
      await goWithin(page, '/bugs');
      await expect(row(page, bug.title)).toContainText('Won’t fix');
      await expect(page.getByRole('link', { name: 'Versions' })).toBeHidden();
      await goWithin(page, '/bugs?status=open,resolved');
      await filterBy(page, 'Resolution', 'Fixed');
      await expect(row(page, bug.title)).toBeHidden();
      await filterBy(page, 'Resolution', 'Won’t fix');
      await expect(row(page, bug.title)).toBeVisible();
    });
  });

  test('versions are ordered by admins; bugs are found, planned and fixed in them', async ({
    open,
    ada,
    admin,
  }) => {
    const manage = await open('/admin/versions', { as: admin });
    await button(manage, 'Create version').click();
    await field(manage, 'Name').fill('2.0');
    await field(manage, 'Date').fill('2026-12-24');
    await button(manage, 'Save').click();
    await expect(row(manage, '2.0')).toContainText('Planned');
    await createVersion(admin, '1.0', 'released');
    await expect(manage.getByRole('row').nth(1)).toContainText('1.0');
    await button(manage, 'Move 1.0 down').press('Enter');
    await expect(manage.getByRole('row').nth(1)).toContainText('2.0');
    await expect(button(manage, 'Move 1.0 down')).toBeFocused();
    await manage
      .getByRole('row', { name: '1.0' })
      .getByTitle('Drag to another place')
      .dragTo(manage.getByRole('row', { name: '2.0' }), { targetPosition: { x: 200, y: 4 } });
    await expect(manage.getByRole('row').nth(1)).toContainText('1.0');
    await expect(manage.getByText('1.0 is number 1')).toBeAttached();
    await button(manage, 'Move 1.0 down').press('Enter');
    await expect(manage.getByRole('row').nth(1)).toContainText('2.0');
    await expectNothingSerious(manage);
    await expectToFit(manage);

    const title = unique('Versioned');
    const page = await open('/bugs/create', { as: ada });
    await test.step('found in, on a new bug and on its page', async () => {
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill('Text');
      await choose(page, 'Found in', '1.0');
      await page.keyboard.press('Escape');
      await button(page, 'Create Bug').click();
      await row(page, title).getByRole('link', { name: 'View' }).click();
      await button(page, 'Found in: 1.0, change').press('Enter');
      await page.getByRole('menuitemcheckbox', { name: '2.0' }).press('Enter');
      await page.keyboard.press('Escape');
      await expect(button(page, 'Found in: 2.0, 1.0, change')).toBeVisible();
    });

    await test.step('Resolve asks; Escape leaves the bug, Enter alone resolves it', async () => {
      await chooseMore(page, 'Resolve');
      await expectNothingSerious(page);
      await page.keyboard.press('Escape');
      await button(page, 'Status: Open, change').press('Enter');
      await page.keyboard.press('3');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Resolve' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(button(page, 'Resolution: Fixed, change')).toBeVisible();
      await button(page, 'Reopen').click();
    });

    await test.step('the same dialog sets the version and the resolution', async () => {
      await chooseMore(page, 'Resolve');
      await choose(page, 'Fixed in', '2.0');
      await expect(select(page, 'Resolution')).toHaveText('Fixed');
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
      await expect(button(page, 'Fixed in: 2.0, change')).toBeVisible();
      await expect(button(page, 'Resolution: Fixed, change')).toBeVisible();
    });

    await test.step('comment and resolve asks for them, too, and Undo brings back what was lost', async () => {
      const other = await ada.files();
      await goWithin(page, `/bugs/${other._id}`);
      const commentAndResolve = async (text: string, version: string) => {
        await field(page, 'New comment').fill(text);
        await button(page, 'Comment and resolve').click();
        await choose(page, 'Fixed in', version);
        await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
        await expect(button(page, `Fixed in: ${version}, change`)).toBeVisible();
        await expect(button(page, 'Resolution: Fixed, change')).toBeVisible();
      };
      await commentAndResolve('Is it?', '1.0');
      await button(page, 'Undo').click();
      await expect(button(page, 'Fixed in: None, change')).toBeHidden();
      await expect(button(page, 'Status: Open, change')).toBeVisible();
      await commentAndResolve('It is.', '2.0');
      await field(page, 'New comment').fill('Not yet.');
      await button(page, 'Comment and reopen').click();
      await expect(button(page, 'Status: Open, change')).toBeVisible();
      await button(page, 'Undo').click();
      await expect(button(page, 'Resolution: Fixed, change')).toBeVisible();
      await ada.call('DELETE', `/api/bugs/${other._id}`);
    });

    await test.step('many are resolved with the same answers, and Undo takes these back, too', async () => {
      const others = [await ada.files({ title: 'One more' }), await ada.files({ title: 'Another' })];
      await goWithin(page, '/bugs');
      for (const one of others) await row(page, one.title).getByRole('checkbox').check();
      await button(page, 'Set status').click();
      await page.getByRole('menuitem', { name: 'Resolved' }).click();
      await expect(page.getByRole('dialog', { name: 'Resolve 2 bugs' })).toBeVisible();
      await choose(page, 'Fixed in', '2.0');
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
      await expect(page.getByText('2 bugs changed.')).toBeVisible();
      const solved = { status: 'resolved', resolution: 'fixed', fixedIn: { name: '2.0' } };
      for (const one of others) expect(await ada.reads(one)).toMatchObject(solved);
      await button(page, 'Undo').click();
      await expect(page.getByText('2 bugs changed back.')).toBeVisible();
      const before = { status: 'open', resolution: null, fixedIn: null };
      for (const one of others) expect(await ada.reads(one)).toMatchObject(before);
    });

    await test.step('the pages of versions show their bugs, and a changelog is copied', async () => {
      await goWithin(page, '/bugs');
      await expect(row(page, title)).toContainText('2.0');
      await filterBy(page, 'Fixed in', '2.0');
      await expect(row(page, title)).toBeVisible();
      await page.getByRole('link', { name: 'Versions' }).click();
      await expect(page.getByText('1 of 1 resolved')).toBeVisible();
      await expectNothingSerious(page);
      await page.getByRole('link', { name: '2.0' }).click();
      const fixed = page.getByRole('region', { name: /Fixed in this version/ });
      await expect(fixed.getByRole('link', { name: title })).toBeVisible();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await button(page, 'Copy changelog').click();
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain('## 2.0 (2026-12-24)\n\n- Versioned');
      await expectNothingSerious(page);
      await expectToFit(page);
    });

    await test.step('a new name is shown at once, and bugs follow live', async () => {
      const [version] = (await call(admin.server, 'GET', '/api/versions', { token: admin.token }))
        .body as Version[];
      const body = { name: '2.0 final', state: 'released' };
      await call(admin.server, 'PUT', `/api/versions/${version?._id}`, { token: admin.token, body });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('2.0 final');
      await ada.files({ title: 'Also known', foundIn: [version?._id] } as never);
      await expect(page.getByRole('link', { name: 'Also known' })).toBeVisible();
    });
  });
});

import { expectNothingSerious } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { call } from './person.ts';
import { button, row } from './screen.ts';

test.describe('Columns, groups and views', () => {
  test.use({ ownServer: true });

  test('columns are chosen, ordered and resized by keys, and stay in this browser', async ({
    open,
    ada,
    admin,
  }) => {
    const body = { name: 'Renderer' };
    const component = await call(admin.server, 'POST', '/api/components', { token: admin.token, body });
    const { _id } = component.body as { _id: string };
    const bug = await ada.files({ title: 'The menu flickers', component: _id });
    const page = await open('/bugs', { as: ada });
    const headings = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((heading) => heading.ariaLabel ?? heading.textContent));
    const usual = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
    await expect(row(page, bug.title)).toBeVisible();
    expect(await headings()).toEqual(usual);

    await button(page, 'Columns').click();
    const menu = page.getByRole('dialog', { name: 'Columns' });
    await menu.getByRole('checkbox', { name: 'Created By' }).uncheck();
    await menu.getByRole('checkbox', { name: 'Component' }).check();
    const up = menu.getByRole('button', { name: 'Move Component up' });
    for (let i = 0; i < 4; i += 1) await up.press('Enter');
    await expectNothingSerious(page);
    await page.keyboard.press('Escape');
    expect(await headings()).toEqual([
      'Title',
      'Component',
      'Status',
      'Priority',
      'Assigned To',
      'Created At',
      'Actions',
    ]);
    // Once: in its column, and not beside the title.
    await expect(row(page, bug.title).getByText('Renderer')).toHaveCount(1);

    const edge = page.getByRole('separator', { name: 'Width of Component' });
    const before = Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('ArrowLeft');
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));
    const box = (await edge.boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x - 36, box.y + 8, { steps: 3 });
    await page.mouse.up();
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 56));
    const heading = page.getByRole('columnheader', { name: 'Component' });
    expect((await heading.boundingBox())?.width).toBeCloseTo(before + 56, -1);

    await page.reload();
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 56));

    await button(page, 'Columns').click();

    await menu.getByRole('button', { name: 'Usual columns' }).click();
    await page.keyboard.press('Escape');
    expect(await headings()).toEqual(usual);
  });
});

import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, busy, button, countCalls, field, goWithin } from '#e2e/harness/screen.ts';
import { attach, text } from '#e2e/harness/uploads.ts';

test.use({ ownServer: true });

test('similar bugs open beside the form, and can get its text as a comment instead', async ({
  open,
  ada,
  bob,
}) => {
  const known = await bob.files({
    title: 'Deleting a script crashes the <b>editor</b>',
    description: 'It goes down at once.',
  });
  await bob.files({ title: 'Menu stays open', description: 'After Escape' });
  const page = await open('/bugs/create', { as: ada, viewport: { width: 1440, height: 900 } });
  const list = page.getByRole('region', { name: 'Is it one of these?' });
  await expect(field(page, 'Title')).toBeVisible();
  const filed = countCalls(page, '/api/bugs');
  const before = await field(page, 'Title').boundingBox();
  await field(page, 'Title').fill('Editor crash on script deletion');
  await expect(page.getByRole('status').filter({ hasText: '1 similar bug has been filed' })).toBeAttached();
  await expect(list.getByRole('listitem')).toHaveText(
    /#1 Deleting a script crashes the <b>editor<\/b>.*Open/,
  );
  await expect(list.locator('mark')).toHaveText(['Deleting', 'script', 'crashes', 'editor']);
  // The form has not moved, and the text field still has the focus.
  expect(await field(page, 'Title').boundingBox()).toEqual(before);
  await expectNothingSeriousInLightAndDark(page);

  await button(list, 'Show #1 here').click();
  await expect(button(page, 'Same as #1')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(list, 'Show #1 here')).toBeFocused();

  await field(page, 'Description').fill('With steps');
  await attach(page, text('trace.txt', 'frame 1'));
  await expect(button(page, 'Remove trace.txt')).toBeVisible();
  await page.keyboard.press('Control+.');
  const shown = page.getByRole('complementary', { name: known.title });
  await expect(shown.getByText('It goes down at once.')).toBeVisible();
  await expect(field(page, 'Description')).toBeFocused();

  // The text that is not posted stays in the form.
  await page.route('**/comments', (route) => route.fulfill(busy));
  await page.keyboard.press('Control+j');
  await expect(alert(page, 'Failed to comment on this bug')).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue('With steps');
  await page.unrouteAll();
  await page.keyboard.press('Control+j');
  await page.waitForURL(`**/bugs/${known._id}`);
  const comment = page.getByRole('region', { name: 'Activity' }).getByRole('listitem').filter({
    hasText: 'Editor crash on script deletion',
  });
  await expect(comment).toContainText('With steps');
  await expect(comment.getByRole('link', { name: 'trace.txt', exact: true })).toBeVisible();
  await expect(button(page, 'Stop watching')).toBeVisible();
  expect(filed.filter((call) => call.method() === 'POST')).toEqual([]);

  // Nothing is left of the draft.
  await goWithin(page, '/bugs/create');
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(button(page, 'Restore')).toBeHidden();

  // A resolved duplicate leads to the bug at the end of its chain.
  const [first, second] = [
    await bob.files({ title: 'Toolbar flickers while resizing' }),
    await bob.files({ title: 'Palette colours wrong' }),
  ];
  for (const [one, other] of [
    [first, second],
    [second, known],
  ] as const)
    await bob.call('PUT', `/api/bugs/${one._id}/duplicate-of`, { bug: other._id });
  await field(page, 'Title').fill('Flickering toolbar on resize');
  const item = list.getByRole('listitem').filter({ hasText: 'Toolbar flickers' });
  await expect(item).toContainText(`Duplicate of #${known.number}: ${known.title}`);
  await expect(item).toContainText('Open');
  await button(item, `Show #${first.number} here`).click();
  await expect(shown.getByText('It goes down at once.')).toBeVisible();
  await button(page, `Same as #${known.number}`).click();
  await page.waitForURL(`**/bugs/${known._id}`);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('Flickering toolbar on resize');
});

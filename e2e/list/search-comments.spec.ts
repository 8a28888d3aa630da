import type { Comment } from '#contract/conversation/comments.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, field, row } from '#e2e/harness/screen.ts';

test('a search that finds nothing offers a search in comments, with live updates', async ({
  open,
  ada,
  bob,
}) => {
  const bug = await ada.files({ title: unique('Commented') });
  const word = unique('marsupial').replace(' ', '-');
  const path = `/api/bugs/${bug._id}/comments`;
  const { _id: id } = (await bob.call('POST', path, { body: `Seen with a ${word}` })).body as Comment;
  const page = await open(`/bugs?q=${word}`, { as: ada });
  await isLive(page);
  await button(page, 'Search comments, too').click();
  await expect(field(page, 'Search')).toHaveValue(`${word} in:comments`);
  await expect(field(page, 'Search')).toBeFocused();
  await expect(row(page, bug.title)).toBeVisible();
  await expect(page.getByText('1 bug found')).toBeVisible();
  await bob.call('DELETE', `/api/comments/${id}`);
  await expect(row(page, bug.title)).toBeHidden();
  await expect(button(page, 'Search comments, too')).toBeHidden();
  await bob.call('POST', path, { body: `Again: ${word}` });
  await expect(row(page, bug.title)).toBeVisible();
});

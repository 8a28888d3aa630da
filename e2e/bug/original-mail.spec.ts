import { readFile } from 'node:fs/promises';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { insertOriginal, packed } from '#server/features/mail-in/originals.ts';
import { insertMailedText } from '#server/features/mail-in/queries.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { alert, button, cut } from '#e2e/harness/screen.ts';
import type { TestServer } from '#e2e/harness/test-server.ts';

const original =
  'From: Ada\nSubject: It fails\n\n[text/html]\n\n<img src=x onerror="alert(1)"><b>Often</b>\n';

/** As if the bug, or the comment on the bug `bugId`, had come by e-mail. */
async function mail(server: TestServer, by: Person, of: { _id: string; bugId?: string }, text = original) {
  const stored = await packed(text);
  await server.write(async (tx) => {
    await insertOriginal(tx, { ...of, userId: by._id, at: new Date().toISOString(), text: stored });
    if (of.bugId !== undefined) await insertMailedText(tx, { comment_id: of._id, text, is_trimmed: 0 });
  });
}

async function comment(by: Person, bug: Bug): Promise<Comment> {
  return (await by.call('POST', `/api/bugs/${bug._id}/comments`, { body: 'By mail' })).body as Comment;
}

test('the e-mail of a bug and of a comment is shown as it came to its sender and admins, and to no one else', async ({
  open,
  server,
  ada,
  bob,
  admin,
}) => {
  const bug = await ada.files();
  await mail(server, ada, bug);
  const posted = await comment(bob, bug);
  await mail(server, bob, posted);

  const page = await open(`/bugs/${bug._id}`, { as: ada });
  const dialog = page.getByRole('dialog', { name: 'Original e-mail' });
  const actions = button(page, `Actions for the comment by ${bob.name}`);
  const entry = page.getByRole('menuitem', { name: 'Show original' });

  await test.step('the reporter sees the e-mail of the bug, but not that of the comment', async () => {
    await cut(page, `/api/bugs/${bug._id}/mail/original`);
    await button(page, 'Show original').click();
    await expect(alert(page, 'Failed to fetch the e-mail')).toBeVisible();
    await page.unrouteAll();
    await button(dialog, 'Retry').click();
    await expect(dialog.getByRole('region')).toHaveText(original);
    await expectNothingSeriousInLightAndDark(page);
    const downloading = page.waitForEvent('download');
    await button(dialog, 'Download').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('e-mail.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe(original);
    await button(dialog, 'Close').click();
    await expect(button(page, 'Show original')).toBeFocused();
    // The comment is Bob's.
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    await expect(entry).toBeHidden();
  });

  await test.step('the author of the comment sees its e-mail, but not that of the bug', async () => {
    const other = await open(`/bugs/${bug._id}`, { as: bob });
    await button(other, `Actions for the comment by ${bob.name}`).click();
    await other.getByRole('menuitem', { name: 'Show original' }).click();
    await expect(other.getByRole('dialog', { name: 'Original e-mail' }).getByRole('region')).toHaveText(
      original,
    );
    await button(other, 'Close').click();
    await expect(button(other, 'Show original')).toBeHidden();
  });

  await test.step('an admin sees both, until they are deleted', async () => {
    const third = await open(`/bugs/${bug._id}`, { as: admin });
    await expect(button(third, 'Show original')).toBeVisible();
    await server.write((tx) => tx.deleteFrom('original_mails').where('bug_id', '=', bug._id).execute());
    await button(third, `Actions for the comment by ${bob.name}`).click();
    await third.getByRole('menuitem', { name: 'Show original' }).click();
    const gone = third.getByRole('dialog', { name: 'Original e-mail' });
    await expect(gone).toContainText('This e-mail is no longer stored.');
    await expect(button(gone, 'Download')).toBeHidden();
  });
});

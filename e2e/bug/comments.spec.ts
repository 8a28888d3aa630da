import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { type Person, unique } from '#e2e/harness/person.ts';
import { alert, button, countCalls, cut, expectToFit, field, holdBack, row } from '#e2e/harness/screen.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Activity' });
const comment = (page: Page, text: string) => section(page).getByRole('listitem').filter({ hasText: text });
const write = (page: Page, text: string) => field(page, 'New comment').fill(text);
const post = (page: Page) => button(page, 'Comment').click();

async function posted(by: Person, bug: Bug, body: string): Promise<Comment> {
  return (await by.call('POST', `/api/bugs/${bug._id}/comments`, { body })).body as Comment;
}

async function act(page: Page, author: Person, item: string) {
  await button(page, `Actions for the comment by ${author.name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.describe('Comments', () => {
  test('a comment shows while it is sent, as Markdown once stored, in the pages of others, and in the count of the list', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const other = await open(`/bugs/${bug._id}`, { as: bob });
    await isLive(other);
    await expect(section(page)).toContainText('filed this bug');
    await write(page, 'It **fails** here too');
    const release = await holdBack(page, 'POST', `/api/bugs/${bug._id}/comments`);
    await field(page, 'New comment').press('Control+Enter');
    await expect(section(page).getByText('Sending...')).toBeVisible();
    await expect(field(page, 'New comment')).toHaveValue('');
    release();
    await expect(comment(page, 'It fails here too').locator('strong')).toHaveText('fails');
    await expect(section(page).getByText('Sending...')).toBeHidden();
    await expect(comment(other, 'It fails here too')).toContainText(ada.name);
    await write(other, 'Fixed on main');
    await button(other, 'Comment').click();
    await expect(comment(page, 'Fixed on main')).toContainText(bob.name);
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(row(page, bug.title)).toContainText('2 comments');
  });

  test('comment and resolve is one request; Undo changes the status back, and the comment stays', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await write(page, 'Done.');
    const calls = countCalls(page, `/api/bugs/${bug._id}/status`);
    await button(page, 'Comment and resolve').click();
    await expect(comment(page, 'Done.')).toBeVisible();
    await expect(comment(page, 'changed the status from Open to Resolved')).toBeVisible();
    await expect(button(page, 'Comment and reopen')).toBeVisible();
    expect(calls).toHaveLength(0);
    // The form may have moved.
    await expect(button(page, 'Undo')).toBeInViewport();
    await button(page, 'Undo').click();
    await expect(button(page, 'Comment and resolve')).toBeVisible();
    await expect(comment(page, 'changed the status from Resolved to Open')).toBeVisible();
    await expect(comment(page, 'Done.')).toBeVisible();
  });

  test('a refusal keeps the text and says why; a reload offers it again, and it is posted once', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await write(page, 'Lost on the way');
    await cut(page, `/api/bugs/${bug._id}/comments`);
    await post(page);
    await expect(alert(page, 'Failed to post comment')).toBeVisible();
    await expect(field(page, 'New comment')).toHaveValue('Lost on the way');
    await page.unrouteAll();
    await page.reload();
    await expect(field(page, 'New comment')).toHaveValue('Lost on the way');
    await button(page, 'Comment').dblclick();
    await expect(comment(page, 'Lost on the way')).toBeVisible();
    await expect(field(page, 'New comment')).toHaveValue('');
    await page.reload();
    await expect(comment(page, 'Lost on the way')).toHaveCount(1);
    await expect(field(page, 'New comment')).toHaveValue('');
    for (const [text, count] of [
      ['Lost on the way', 2],
      ['Another one', 1],
    ] as const) {
      await write(page, text);
      await post(page);
      await expect(comment(page, text)).toHaveCount(count);
      await expect(field(page, 'New comment')).toHaveValue('');
    }
  });

  test('the author edits and deletes a comment; others only copy its link; earlier texts can be read', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    await posted(bob, bug, 'It works for me');
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, `Actions for the comment by ${bob.name}`).click();
    await expect(page.getByRole('menuitem')).toHaveText([/^Copy link/]);
    await page.keyboard.press('Escape');
    const other = await open(`/bugs/${bug._id}`, { as: bob });
    await act(other, bob, 'Edit');
    await expect(field(other, 'Comment')).toBeFocused();
    await field(other, 'Comment').fill('It fails for me');
    await button(other, 'Save').click();
    await expect(comment(page, 'It fails for me')).toBeVisible();
    await button(page, 'edited').click();
    const difference = page.getByRole('group', { name: 'What changed in Comment' });
    await expect(difference.getByRole('deletion')).toContainText('It works for me');
    // Right below the head, above the text as it is now.
    await expect(difference.locator('xpath=following::p[.="It fails for me"]')).toBeVisible();
    await act(other, bob, 'Delete');
    await button(other.getByRole('dialog'), 'Delete').click();
    await expect(section(other)).toContainText(`Deleted by ${bob.name}`);
    await expect(section(page)).toContainText(`Deleted by ${bob.name}`);
    await expect(comment(page, 'It fails for me')).toBeHidden();
  });

  test('an edit that met another one shows the other, and replaces it only when saved again', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const { _id: id } = await posted(ada, bug, 'First');
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await act(page, ada, 'Edit');
    await field(page, 'Comment').fill('Mine');
    await admin.call('PUT', `/api/comments/${id}`, { body: 'Theirs' });
    await button(page, 'Save').click();
    await expect(alert(page, 'Someone else edited this too')).toBeVisible();
    await expect(section(page).getByRole('insertion')).toContainText('Theirs');
    await expect(field(page, 'Comment')).toHaveValue('Mine');
    await button(page, 'Save').click();
    await expect(comment(page, 'Mine')).toBeVisible();
  });

  test('the text of an edit is restored after a reload, and after the comment was deleted', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const { _id: id } = await posted(ada, bug, 'First');
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await act(page, ada, 'Edit');
    await field(page, 'Comment').fill('Long thought about');
    await page.reload();
    await expect(field(page, 'Comment')).toHaveValue('Long thought about');
    await isLive(page);
    await admin.call('DELETE', `/api/comments/${id}`);
    await expect(alert(page, 'This comment has been deleted')).toBeVisible();
    await expect(field(page, 'Comment')).toHaveValue('Long thought about');
    await button(page, 'Discard').click();
    await expect(field(page, 'Comment')).toBeHidden();
  });

  test('a link to a comment among many shows and focuses it; earlier and later ones load from there', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const all: Comment[] = [];
    for (let i = 0; i < 120; i += 1) all.push(await posted(ada, bug, `Comment number ${i}.`));
    const page = await open(`/bugs/${bug._id}#comment-${all[40]?._id}`, { as: ada });
    const linked = comment(page, 'Comment number 40.');
    await expect(linked).toBeFocused();
    await expect(linked).toBeInViewport();
    await expect(comment(page, 'Comment number 119.')).toHaveCount(0);
    await button(page, 'Show later activity').click();
    await button(page, 'Show later activity').click();
    await expect(comment(page, 'Comment number 119.')).toHaveCount(1);
    await button(page, 'Show earlier activity').click();
    await expect(section(page)).toContainText('filed this bug');
    await expect(section(page).getByRole('listitem')).toHaveCount(121);
    await test.step('from the newest, the beginning is one step away, and back', async () => {
      const newest = await open(`/bugs/${bug._id}`, { as: ada });
      await expect(comment(newest, 'Comment number 119.')).toBeVisible();
      await button(newest, 'Go to the beginning').click();
      await expect(section(newest)).toContainText('filed this bug');
      await expect(comment(newest, 'Comment number 119.')).toHaveCount(0);
      await button(newest, 'Go to the newest').click();
      await expect(comment(newest, 'Comment number 119.')).toBeVisible();
    });
    await test.step('a reply from there stays in sight', async () => {
      const replying = await open(`/bugs/${bug._id}#comment-${all[20]?._id}`, { as: ada });
      await expect(comment(replying, 'Comment number 20.')).toBeFocused();
      await write(replying, 'A reply');
      await post(replying);
      await expect(comment(replying, 'A reply')).toBeVisible();
      await expect(comment(replying, 'Comment number 20.')).toHaveCount(0);
      await expect(button(replying, 'Show later activity')).toBeHidden();
    });
    const newest = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(comment(newest, 'Comment number 119.')).toHaveCount(1);
    await expect(section(newest).getByRole('listitem')).toHaveCount(50);
    const elsewhere = await open(`/bugs/${bug._id}#comment-${bug._id}`, { as: ada });
    await expect(section(elsewhere).getByRole('listitem').first()).toBeVisible();
  });

  test('reactions are counted, with names, and removed again; tasks are ticked by who may edit; others see both', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    await posted(ada, bug, '- [ ] a task\n- [ ] another');
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const other = await open(`/bugs/${bug._id}`, { as: bob });
    await isLive(page);
    await button(other, `React to Comment by ${ada.name}`).click();
    await other.getByRole('menuitem', { name: 'Thumbs up' }).click();
    await expect(button(page, `Thumbs up: ${bob.name}`)).toHaveAttribute('aria-pressed', 'false');
    await button(page, `Thumbs up: ${bob.name}`).click();
    await expect(page.getByRole('button', { name: 'Thumbs up:' })).toHaveText('👍2');
    await page.getByRole('button', { name: 'Thumbs up:' }).click();
    await expect(button(page, `Thumbs up: ${bob.name}`)).toBeVisible();
    await button(other, `React to #${bug.number} ${bug.title}`).click();
    await other.getByRole('menuitem', { name: 'Eyes' }).click();
    await expect(button(page, `Eyes: ${bob.name}`)).toBeVisible();
    const boxes = (on: Page) => comment(on, 'a task').getByRole('checkbox');
    await expect(boxes(other).first()).toBeDisabled();
    await boxes(page).first().click();
    await boxes(page).last().click();
    for (const box of [boxes(other).first(), boxes(other).last()]) await expect(box).toBeChecked();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('what others did since the last visit is marked; a comment that only agrees is offered a reaction instead', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(section(page)).toContainText('filed this bug');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await posted(bob, bug, 'Since then');
    await page.goto(`/bugs/${bug._id}`);
    await expect(section(page).getByRole('listitem')).toContainText([
      'filed this bug',
      'New since your last visit',
      'Since then',
    ]);
    await write(page, '+1');
    await expect(page.getByText('A reaction says this without a message to everyone.')).toBeVisible();
    await post(page);
    await expect(comment(page, '+1')).toBeVisible();
  });

  test('r quotes the selected text; a person who is mentioned stands out', async ({ open, ada, bob }) => {
    const bug = await ada.files({ description: 'It fails on Tuesdays.' });
    await posted(bob, bug, `@${ada.name} can you look?`);
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(comment(page, 'can you look?').getByText(`@${ada.name}`, { exact: true })).toBeVisible();
    await page.getByText('It fails on Tuesdays.').selectText();
    await page.keyboard.press('r');
    await expect(field(page, 'New comment')).toBeFocused();
    await expect(field(page, 'New comment')).toHaveValue('> It fails on Tuesdays.\n\n');
  });

  test('people are offered behind an @, by keyboard and by pointer', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const box = field(page, 'New comment');
    await box.pressSequentially(`Hello @${bob.name.slice(0, -2)}`);
    const people = page.getByRole('listbox', { name: 'People to mention' });
    await expect(people.getByRole('option')).toHaveText([bob.name]);
    await box.press('Enter');
    await expect(box).toHaveValue(`Hello @${bob.name} `);
    await expect(people).toBeHidden();
    await box.pressSequentially('and @');
    await people.getByRole('option', { name: ada.name }).click();
    await expect(box).toHaveValue(`Hello @${bob.name} and @${ada.name} `);
    await test.step('Enter adds a line once the cursor has left the @', async () => {
      const before = await box.inputValue();
      await box.press('Control+Home');
      await box.pressSequentially('@');
      await expect(people).toBeVisible();
      await box.press('Control+End');
      await box.press('Enter');
      await expect(box).toHaveValue(`@${before}\n`);
      await box.fill(before);
    });
    await box.press('Control+Enter');
    await expect(comment(page, 'Hello').getByText(`@${bob.name}`, { exact: true })).toBeVisible();
  });

  test('leaving asks first if the browser refuses to store what is typed', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await write(page, 'Not to be lost');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'New comment')).toHaveValue('Not to be lost');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
  });

  test('every earlier version can be read, however many there are', async ({ open, ada }) => {
    const bug = await ada.files();
    const { _id: id } = await posted(ada, bug, 'Text 1');
    for (let i = 2; i <= 52; i += 1) await ada.call('PUT', `/api/comments/${id}`, { body: `Text ${i}` });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'edited').click();
    await expect(page.getByText(`Edited by ${ada.name}`)).toHaveCount(49);
    await button(page, 'Earlier versions').click();
    await expect(page.getByText(`Edited by ${ada.name}`)).toHaveCount(51);
    await expect(button(page, 'Earlier versions')).toBeHidden();
  });

  test('people are mentioned in descriptions, too, and are shown by the names that they have by now', async ({
    open,
    ada,
    register,
  }) => {
    const eve = await register();
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Mentioning');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').pressSequentially(`Ask @${eve.name}`);
    const people = page.getByRole('listbox', { name: 'People to mention' });
    await expect(people.getByRole('option')).toHaveText([eve.name]);
    await field(page, 'Description').press('Enter');
    await expect(field(page, 'Description')).toHaveValue(`Ask @${eve.name} `);
    await button(page, 'Create Bug').click();
    await row(page, title).getByRole('link', { name: title }).click();
    const mention = page.locator('mark');
    await expect(mention).toHaveText(`@${eve.name}`);
    await isLive(page);
    const name = unique('Renamed');
    await eve.call('PUT', '/api/users/profile', { name });
    await expect(mention).toHaveText(`@${name}`);
    await button(page, 'Show source').click();
    await expect(page.getByText(`Ask @${eve.name}`)).toBeVisible();
  });

  test('has no serious axe violations, light and dark, and fits a window of 320 pixels', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    await posted(ada, bug, `A long word ${'wide'.repeat(60)} and \`code\`.`);
    await posted(bob, bug, '> quoted\n\n- [ ] a box\n- [x] another');
    await ada.edits(bug, { status: 'resolved' });
    await ada.edits(bug, { priority: 'high' });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(
      section(page).getByRole('listitem').filter({ hasText: 'changed the priority' }),
    ).toBeVisible();
    await expectNothingSeriousInLightAndDark(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
  });
});

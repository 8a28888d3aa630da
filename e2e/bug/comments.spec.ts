import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { type Person, unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  chooseMore,
  countCalls,
  cut,
  expectToFit,
  field,
  goWithin,
  holdBack,
  row,
} from '#e2e/harness/screen.ts';

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
  test('others see live what a user writes, edits, reacts to and deletes', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const other = await open(`/bugs/${bug._id}`, { as: bob });
    await isLive(page);
    await isLive(other);
    await test.step('a comment shows while it is sent, and as Markdown once stored', async () => {
      await expect(section(page)).toContainText('filed this bug');
      await write(page, 'It **fails** here too\n\n- [ ] a task\n- [ ] another');
      const release = await holdBack(page, 'POST', `/api/bugs/${bug._id}/comments`);
      await field(page, 'New comment').press('Control+Enter');
      await expect(section(page).getByText('Sending...')).toBeVisible();
      await expect(field(page, 'New comment')).toHaveValue('');
      release();
      await expect(comment(page, 'It fails here too').locator('strong')).toHaveText('fails');
      await expect(section(page).getByText('Sending...')).toBeHidden();
      await expect(comment(other, 'It fails here too')).toContainText(ada.name);
      await write(other, 'It works for me');
      await post(other);
      await expect(comment(page, 'It works for me')).toContainText(bob.name);
    });

    await test.step('reactions are counted, with names, and removed again', async () => {
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
    });

    await test.step('only a user who may edit the comment can tick its tasks', async () => {
      const boxes = (on: Page) => comment(on, 'a task').getByRole('checkbox');
      await expect(boxes(other).first()).toBeDisabled();
      await boxes(page).first().click();
      await boxes(page).last().click();
      for (const box of [boxes(other).first(), boxes(other).last()]) await expect(box).toBeChecked();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    await test.step('the author edits; others only copy the link, and read the earlier text', async () => {
      await button(page, `Actions for the comment by ${bob.name}`).click();
      await expect(page.getByRole('menuitem')).toHaveText([/^Copy link/]);
      await page.keyboard.press('Escape');
      await act(other, bob, 'Edit');
      await expect(field(other, 'Comment')).toBeFocused();
      await field(other, 'Comment').fill('It fails for me');
      await button(other, 'Save').click();
      const edited = comment(page, 'It fails for me');
      await expect(edited).toBeVisible();
      await button(edited, 'edited').click();
      const difference = page.getByRole('group', { name: 'What changed in Comment' });
      await expect(difference.getByRole('deletion')).toContainText('It works for me');
      // Right below the head, above the text as it is now.
      await expect(difference.locator('xpath=following::p[.="It fails for me"]')).toBeVisible();
    });

    await test.step('the author deletes a comment, and the list counts those that are left', async () => {
      await act(other, bob, 'Delete');
      await button(other.getByRole('dialog'), 'Delete').click();
      await expect(section(other)).toContainText(`Deleted by ${bob.name}`);
      await expect(section(page)).toContainText(`Deleted by ${bob.name}`);
      await expect(comment(page, 'It fails for me')).toBeHidden();
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(row(page, bug.title)).toContainText('1 comment');
    });
  });

  test('a comment can resolve the bug, agree, and quote; what is new is marked', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({ description: 'It fails on Tuesdays.' });
    await ada.edits(bug, { priority: 'high' });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await test.step('comment and resolve is one request; Undo changes the status alone', async () => {
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

    await test.step('what others did since the last visit is marked', async () => {
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await posted(bob, bug, '> quoted\n\n- [ ] a box\n- [x] another');
      await goWithin(page, `/bugs/${bug._id}`);
      await expect(section(page).getByRole('listitem')).toContainText([
        'changed the status from Resolved to Open',
        'New since your last visit',
        'quoted',
      ]);
    });

    await test.step('a reaction is offered instead of a comment that only agrees', async () => {
      await write(page, '+1');
      await expect(page.getByText('A reaction says this without a message to everyone.')).toBeVisible();
      await post(page);
      await expect(comment(page, '+1')).toBeVisible();
    });

    await test.step('r quotes the selected text after what is typed', async () => {
      await write(page, 'I know:');
      // By mouse, which also blurs the field.
      await page.getByText('It fails on Tuesdays.').click({ clickCount: 3 });
      await page.keyboard.press('r');
      await expect(field(page, 'New comment')).toBeFocused();
      await expect(field(page, 'New comment')).toHaveValue('I know:\n\n> It fails on Tuesdays.\n\n');
    });

    await test.step('a quote has the code, lists, links and quotes of the selection, and no more', async () => {
      const text =
        'Not this. **Run** `it`:\n\n```ts\na();\n```\n\n> Before\n\n- [one](https://a.example/)\n- two three';
      await posted(bob, bug, `${text}\n\n@${ada.name}`);
      const theirs = comment(page, 'Not this.');
      await expect(theirs.locator('pre .hljs-title')).toBeVisible();
      const select = (from: string, to: string) =>
        theirs.evaluate(
          (card, [start, end]) => {
            const find = (part: string) => {
              const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const at = texts.currentNode.textContent?.indexOf(part) ?? -1;
                if (at >= 0) return [texts.currentNode, at] as const;
              }
              throw new Error(part);
            };
            const [[first, at], [last, until]] = [find(start), find(end)];
            getSelection()?.setBaseAndExtent(first, at, last, until + end.length);
          },
          [from, to] as const,
        );
      for (const [from, to, quoted] of [
        ['Run', 'two', text.slice('Not this. '.length, -' three'.length)],
        ['();', ';', '```ts\n();\n```'],
        ['efo', 'efor', '> efor'],
        ['two', 'thr', 'two thr'],
        ['wo', ada.name, `- wo three\n\n@${ada.name}`],
      ] as const) {
        await write(page, '');
        await field(page, 'New comment').blur();
        await select(from, to);
        await page.keyboard.press('r');
        const lines = quoted.split('\n').map((line) => `> ${line}`.trimEnd());
        await expect(field(page, 'New comment')).toHaveValue(`${lines.join('\n')}\n\n`);
      }
      await write(page, '');
    });

    await test.step('comments and changes have no serious axe violations, and fit 320 pixels', async () => {
      await write(page, `A long word ${'wide'.repeat(60)} and \`code\`.`);
      await post(page);
      await expect(comment(page, 'A long word')).toBeVisible();
      await expectNothingSeriousInLightAndDark(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectToFit(page);
    });
  });

  test('the box in which a user types stays in place when others comment', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    for (const text of ['First', 'Second', 'Third']) await posted(bob, bug, text);
    const page = await open(`/bugs/${bug._id}`, { as: ada, viewport: { width: 1280, height: 600 } });
    await isLive(page);
    // Until the comments are loaded, it is hidden, and a press of keys would not wait for it.
    await expect(field(page, 'New comment')).toBeVisible();
    await field(page, 'New comment').pressSequentially('I am wri');
    await page.mouse.wheel(0, 10_000);
    const top = () => field(page, 'New comment').evaluate((box) => box.getBoundingClientRect().top);
    await expect(async () => {
      const before = await top();
      await page.waitForTimeout(100);
      expect(await top()).toBe(before);
    }).toPass();
    const before = await top();
    // The browser itself would hold the first comment in sight.
    expect(before).toBeGreaterThan(200);
    // Scroll positions are whole pixels of the screen.
    await posted(bob, bug, Array.from({ length: 12 }, (_, at) => `Line ${at}`).join('\n'));
    await expect(comment(page, 'Line 11')).toBeVisible();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
    await field(page, 'New comment').pressSequentially('ting');
    await expect(field(page, 'New comment')).toHaveValue('I am writing');
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  });

  test('what is typed is not lost by a failure, a reload, a deletion or a full store', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const { _id: id } = await posted(ada, bug, 'First');
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await test.step('a refused comment and an unfinished edit stay, even after a reload', async () => {
      await write(page, 'Lost on the way');
      await cut(page, `/api/bugs/${bug._id}/comments`);
      await post(page);
      await expect(alert(page, 'Failed to post comment')).toBeVisible();
      await expect(field(page, 'New comment')).toHaveValue('Lost on the way');
      await page.unrouteAll();
      await act(page, ada, 'Edit');
      await field(page, 'Comment').fill('Long thought about');
      await page.reload();
      await expect(field(page, 'Comment')).toHaveValue('Long thought about');
      await expect(field(page, 'New comment')).toHaveValue('Lost on the way');
    });

    await test.step('the edit of a comment that is deleted meanwhile stays until it is discarded', async () => {
      await isLive(page);
      await admin.call('DELETE', `/api/comments/${id}`);
      await expect(alert(page, 'This comment has been deleted')).toBeVisible();
      await expect(field(page, 'Comment')).toHaveValue('Long thought about');
      await button(page, 'Discard').click();
      await expect(field(page, 'Comment')).toBeHidden();
    });

    await test.step('the comment is posted once, and its draft is gone', async () => {
      await button(page, 'Comment').dblclick();
      await expect(comment(page, 'Lost on the way')).toBeVisible();
      await expect(field(page, 'New comment')).toHaveValue('');
      await goWithin(page, '/');
      await expect(page.getByText('Total Bugs')).toBeVisible();
      await goWithin(page, `/bugs/${bug._id}`);
      await expect(comment(page, 'Lost on the way')).toHaveCount(1);
      await expect(field(page, 'New comment')).toHaveValue('');
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Lost on the way');
      // The same text again is another comment.
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

    await test.step('leaving asks first if the browser refuses to store what is typed', async () => {
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
  });

  test('with many comments, those around a linked one show first, others on request', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const made = Array.from({ length: 120 }, (_, i) => posted(ada, bug, `Comment number ${i}.`));
    const key = ({ createdAt, _id }: Comment) => `${createdAt} ${_id}`;
    const all = (await Promise.all(made)).toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
    const [middle, last] = [all[40], all.at(-1)] as [Comment, Comment];
    const page = await open(`/bugs/${bug._id}#comment-${middle._id}`, { as: ada });
    await test.step('the linked comment has the focus; later and earlier ones load from there', async () => {
      const linked = comment(page, middle.body);
      await expect(linked).toBeFocused();
      await expect(linked).toBeInViewport();
      await expect(comment(page, last.body)).toHaveCount(0);
      await button(page, 'Show later activity').click();
      await button(page, 'Show later activity').click();
      await expect(comment(page, last.body)).toHaveCount(1);
      await button(page, 'Show earlier activity').click();
      await expect(section(page)).toContainText('filed this bug');
      await expect(section(page).getByRole('listitem')).toHaveCount(121);
    });
    // A page keeps what it has loaded, so this begins in a new one.
    const newest = await open(`/bugs/${bug._id}`, { as: ada });
    const beginning = async () => {
      await button(newest, 'Go to the beginning').click();
      await expect(section(newest)).toContainText('filed this bug');
      await expect(comment(newest, last.body)).toHaveCount(0);
    };
    await test.step('one step leads from the newest comments to the beginning, and back', async () => {
      await expect(comment(newest, last.body)).toHaveCount(1);
      await expect(section(newest).getByRole('listitem')).toHaveCount(50);
      await beginning();
      await button(newest, 'Go to the newest').click();
      await expect(comment(newest, last.body)).toBeVisible();
    });
    await test.step('a reply written among earlier comments stays in sight', async () => {
      await beginning();
      await write(newest, 'A reply');
      await post(newest);
      await expect(comment(newest, 'A reply')).toBeVisible();
      await expect(section(newest)).not.toContainText('filed this bug');
      await expect(button(newest, 'Show later activity')).toBeHidden();
    });
    await test.step('every earlier version of a comment can be read, however many there are', async () => {
      const another = await ada.files();
      const { _id: id } = await posted(ada, another, 'Text 1');
      const edit = (body: string) => ada.call('PUT', `/api/comments/${id}`, { body });
      await Promise.all(Array.from({ length: 50 }, (_, i) => edit(`Text ${i + 2}`)));
      await edit('Text 52');
      // A link to a comment of another bug shows those that are there.
      await goWithin(page, `/bugs/${another._id}#comment-${all[0]?._id}`);
      await expect(comment(page, 'Text 52')).toBeVisible();
      await button(page, 'edited').click();
      await expect(page.getByText(`Edited by ${ada.name}`)).toHaveCount(49);
      await button(page, 'Earlier versions').click();
      await expect(page.getByText(`Edited by ${ada.name}`)).toHaveCount(51);
      await expect(button(page, 'Earlier versions')).toBeHidden();
    });
  });

  test('people are offered after an @, and shown by their current names', async ({ open, ada, bob }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Mentioning');
    const people = page.getByRole('listbox', { name: 'People to mention' });
    await test.step('in a description, by keyboard', async () => {
      await field(page, 'Title').fill(title);
      await field(page, 'Description').pressSequentially(`Ask @${bob.name}`);
      await expect(people.getByRole('option')).toHaveText([bob.name]);
      await field(page, 'Description').press('Enter');
      await expect(field(page, 'Description')).toHaveValue(`Ask @${bob.name} `);
      await button(page, 'Create Bug').click();
      await row(page, title).getByRole('link', { name: title }).click();
      await expect(page.locator('mark')).toHaveText(`@${bob.name}`);
    });
    await test.step('in a comment, by keyboard and by pointer; Enter adds a line elsewhere', async () => {
      const box = field(page, 'New comment');
      // As above: it is hidden until the comments are loaded.
      await expect(box).toBeVisible();
      await box.pressSequentially(`Hello @${bob.name.slice(0, -2)}`);
      await expect(people.getByRole('option')).toHaveText([bob.name]);
      await box.press('Enter');
      await expect(box).toHaveValue(`Hello @${bob.name} `);
      await expect(people).toBeHidden();
      await box.pressSequentially('and @');
      await people.getByRole('option', { name: ada.name }).click();
      await expect(box).toHaveValue(`Hello @${bob.name} and @${ada.name} `);
      const before = await box.inputValue();
      await box.press('Control+Home');
      await box.pressSequentially('@');
      await expect(people).toBeVisible();
      await box.press('Control+End');
      await box.press('Enter');
      await expect(box).toHaveValue(`@${before}\n`);
      await box.fill(before);
      await box.press('Control+Enter');
      await expect(comment(page, 'Hello').getByText(`@${bob.name}`, { exact: true })).toBeVisible();
      await expect(comment(page, 'Hello').getByText(`@${ada.name}`, { exact: true })).toBeVisible();
    });
    await test.step('a new name is shown; the source has what was typed', async () => {
      await isLive(page);
      const name = unique('Renamed');
      await bob.call('PUT', '/api/users/profile', { name });
      await expect(page.locator('mark').first()).toHaveText(`@${name}`);
      await chooseMore(page, 'Show source');
      await expect(page.getByText(`Ask @${bob.name}`)).toBeVisible();
    });
  });
});

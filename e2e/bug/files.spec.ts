import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Comment } from '#contract/conversation/comments.ts';
import { png } from '#server/test/uploads.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { type Person, unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  cut,
  expectToFit,
  field,
  goWithin,
  holdBack,
  login,
  row,
} from '#e2e/harness/screen.ts';
import { attach, give, image, text, uploads } from '#e2e/harness/uploads.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Activity' });
const comment = (page: Page, words: string) => section(page).getByRole('listitem').filter({ hasText: words });
const composer = (page: Page) => field(page, 'New comment');
/** The rows below an editor. */
const rows = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');
const stored = (page: Page, name: string) => rows(page).filter({ has: button(page, `Remove ${name}`) });
const contentOf = (id: string) => `/api/files/${id}/content`;

async function posted(by: Person, bug: Bug, body: string, files: string[]): Promise<Comment> {
  const answer = await by.call('POST', `/api/bugs/${bug._id}/comments`, { body, files });
  expect(answer.status).toBe(201);
  return answer.body as Comment;
}

/** Opens the edit form of the only comment of an author, and returns its item. */
async function edits(page: Page, author: Person) {
  await button(page, `Actions for the comment by ${author.name}`).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  return section(page)
    .getByRole('listitem')
    .filter({ has: field(page, 'Comment') });
}

/** The requests of a method and path from now on. */
function watch(page: Page, method: string, path: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) found.push(request.url());
  });
  return found;
}

test.describe('Files of a comment', () => {
  test('chosen files outlast a reload, are posted, and can be read by others', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await composer(page).fill('See these');
    await attach(section(page), image('shot.png', 60, 135), text('server.log', 'GET /\nGET /bugs'));
    await expect(stored(page, 'shot.png')).toContainText('bytes');
    await expect(stored(page, 'server.log')).toBeVisible();
    await page.reload();
    await expect(composer(page)).toHaveValue('See these');
    await expect(stored(page, 'shot.png').locator('img')).toHaveJSProperty('naturalWidth', 60);
    // A tall image stays within its row.
    await expect(stored(page, 'shot.png').locator('img')).toHaveJSProperty('clientHeight', 32);
    await expect(stored(page, 'server.log')).toBeVisible();
    await button(page, 'Comment').click();
    const shown = comment(page, 'See these');
    await expect(shown.getByRole('img', { name: 'shot.png' })).toHaveJSProperty('naturalWidth', 60);
    await expect(shown.getByRole('link', { name: 'server.log', exact: true })).toBeVisible();
    await expect(shown).toContainText(`15 bytes · ${ada.name}`);
    await expect(rows(page).filter({ has: page.getByRole('button', { name: /^Remove/ }) })).toHaveCount(0);

    await test.step('others preview and download them', async () => {
      const other = await open(`/bugs/${bug._id}`, { as: bob });
      const theirs = comment(other, 'See these');
      await button(theirs, 'Preview of server.log').click();
      await expect(theirs.getByRole('group', { name: 'Code' })).toHaveText('GET /\nGET /bugs');
      const download = other.waitForEvent('download');
      await theirs.getByRole('link', { name: 'Download server.log' }).click();
      expect((await download).suggestedFilename()).toBe('server.log');
    });

    await test.step('a deleted comment shows no files', async () => {
      await button(page, `Actions for the comment by ${ada.name}`).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(section(page)).toContainText('Deleted by');
      await expect(section(page).getByRole('img', { name: 'shot.png' })).toHaveCount(0);
      await expect(section(page)).not.toContainText('server.log');
    });
  });

  test('a pasted screenshot and dropped files take their places in the text', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    const own = section(page).getByRole('listitem', { name: `Comment by ${ada.name}` });
    await test.step('a pasted screenshot is inserted at the cursor while the user types', async () => {
      await composer(page).fill('before  after');
      await expect(button(page, 'Bold')).toBeVisible();
      await composer(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 7));
      const release = await holdBack(page, 'POST', '/api/files');
      await give(composer(page), 'paste', image('image.png'));
      await expect(composer(page)).toHaveValue('before ![Uploading image.png…]() after');
      await composer(page).press('End');
      await composer(page).pressSequentially('!');
      await button(page, 'Comment').click();
      await expect(button(page, 'Uploading files...')).toBeVisible();
      release();
      const shown = comment(page, 'before');
      await expect(shown.getByRole('button', { name: 'Show image image.png' })).toBeVisible();
      await expect(shown).toContainText('after!');
      await expect(composer(page)).toHaveValue('');
      await page.unrouteAll({ behavior: 'wait' });
    });
    await test.step('dropped files have a target; images go into the text, other files on request', async () => {
      await composer(page).dispatchEvent('dragenter', { dataTransfer: await filesIn(page) });
      await expect(page.getByText('Drop files to attach them')).toBeVisible();
      await give(composer(page), 'drop', image('a.png'), { ...text('b.txt'), type: 'text/plain' });
      await expect(page.getByText('Drop files to attach them')).toBeHidden();
      await expect(stored(page, 'a.png')).toBeVisible();
      await expect(composer(page)).toHaveValue(/^!\[a\.png\]\(\/api\/files\/[0-9a-f-]{36}\/content\)$/);
      await button(page, 'Insert b.txt into the text').click();
      await expect(composer(page)).toHaveValue(/\[b\.txt\]\(\/api\/files\/[0-9a-f-]{36}\/content\)/);
      await button(page, 'Remove a.png').click();
      await expect(composer(page)).toHaveValue(/^\[b\.txt\]/);
      await expect(button(page, 'Attach files')).toBeFocused();
    });
    await test.step('a comment with nothing but files shows them like any other comment', async () => {
      await composer(page).fill('');
      await button(page, 'Comment').click();
      // The live comment can arrive while its file is still a row of the composer.
      await expect(own.getByRole('button', { name: 'Preview of b.txt' })).toBeVisible();
      await expect(own.getByRole('link', { name: 'b.txt', exact: true })).toHaveCount(1);
      await expect(composer(page)).toHaveValue('');
    });
  });

  test('an upload that is cancelled, fails or is forbidden keeps the text and says why', async ({
    open,
    ada,
  }) => {
    const [bug, other] = [await ada.files(), await ada.files()];
    const page = await open(`/bugs/${other._id}`, { as: ada });
    await test.step('files beyond the limits are refused before they are sent', async () => {
      // The page caches these limits for a while; the files below are smaller.
      const limits = { maxFileBytes: 10, maxFiles: 20, maxUserBytes: 1_024, usedBytes: 1_019 };
      await page.route('**/api/files/limits', (route) => route.fulfill({ json: limits }));
      const calls = watch(page, 'POST', '/api/files');
      await attach(section(page), text('large.txt', 'Eleven byte'), text('quota.txt', 'Ten bytes.'));
      await expect(alert(page, 'large.txt')).toContainText(
        '11 bytes is too large: a file can have at most 10 bytes.',
      );
      await expect(alert(page, 'quota.txt')).toContainText('Your files would take up more than 1 kB.');
      await expect(button(page, 'Upload large.txt again')).toHaveCount(0);
      await button(page, 'Comment').click();
      await expect(alert(page, 'Remove large.txt first. It cannot be uploaded.')).toBeVisible();
      await expect(button(page, 'Remove large.txt')).toBeFocused();
      await attach(section(page), ...Array.from({ length: 19 }, (_, at) => text(`${at}.txt`, '')));
      await expect(alert(page, '18.txt')).toContainText('There can be at most 20 files.');
      expect(calls.length).toBeLessThanOrEqual(18);
      await page.unrouteAll({ behavior: 'wait' });
    });

    await goWithin(page, `/bugs/${bug._id}`);
    await expect(page.getByRole('heading', { name: bug.title, level: 1 })).toBeVisible();
    await test.step('an upload can be cancelled', async () => {
      await composer(page).fill('With a file');
      const release = await holdBack(page, 'POST', '/api/files');
      await attach(section(page), text('a.txt'));
      await expect(page.getByRole('progressbar', { name: 'Upload of a.txt' })).toBeVisible();
      await button(page, 'Cancel the upload of a.txt').click();
      await expect(rows(page)).toHaveCount(0);
      release();
      await page.unrouteAll({ behavior: 'wait' });
    });
    await test.step('the page asks before it is closed during an upload', async () => {
      const release = await holdBack(page, 'POST', '/api/files');
      await attach(section(page), text('c.txt'));
      await expect(page.getByRole('progressbar')).toBeVisible();
      const asked = page.waitForEvent('dialog');
      await page.evaluate(() => setTimeout(() => location.reload()));
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      release();
      await expect(stored(page, 'c.txt')).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
    });
    await test.step('a failed upload blocks the comment until it is sent again, even after leaving', async () => {
      await cut(page, '/api/files');
      await attach(section(page), text('b.txt'));
      await expect(alert(page, 'b.txt was not uploaded')).toContainText('The server cannot be reached');
      await button(page, 'Comment').click();
      await expect(button(page, 'Upload b.txt again')).toBeFocused();
      await expect(button(page, 'Upload b.txt again')).toHaveCSS('outline-style', 'solid');
      await expect(alert(page, 'Remove b.txt or upload it again first.')).toBeVisible();
      await expect(composer(page)).toHaveValue('With a file');
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await page.goBack();
      await page.unrouteAll({ behavior: 'wait' });
      await button(page, 'Upload b.txt again').click();
      await expect(stored(page, 'b.txt')).toBeVisible();
      await button(page, 'Comment').click();
      await expect(comment(page, 'With a file')).toContainText('b.txt');
    });
  });

  test('an interrupted comment that waits for a file is neither posted nor lost', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await test.step('by the end of the session: the file is sent again after signing in', async () => {
      await composer(page).fill('Signed out');
      const release = await holdBack(page, 'POST', '/api/files');
      await attach(section(page), text('b.txt'));
      await expect(page.getByRole('progressbar')).toBeVisible();
      await ada.endsSession();
      release();
      await login(page, ada);
      await expect(composer(page)).toHaveValue('Signed out');
      await button(page, 'Upload b.txt again').click();
      await expect(stored(page, 'b.txt')).toBeVisible();
      await button(page, 'Comment').click();
      await expect(comment(page, 'Signed out')).toContainText('b.txt');
      await expect(composer(page)).toHaveValue('');
    });
    await test.step('by leaving its page: the draft is restored with the file', async () => {
      await composer(page).fill('Left alone');
      const release = await holdBack(page, 'POST', '/api/files');
      await attach(section(page), text('a.txt'));
      await button(page, 'Comment').click();
      await expect(button(page, 'Uploading files...')).toBeVisible();
      const sent = watch(page, 'POST', `/api/bugs/${bug._id}/comments`);
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      const uploaded = page.waitForResponse((response) => response.url().endsWith('/api/files'));
      release();
      await uploaded;
      await page.goBack();
      await expect(stored(page, 'a.txt')).toBeVisible();
      await expect(composer(page)).toHaveValue('Left alone');
      await expect(button(page, 'Comment')).toBeVisible();
      expect(sent).toEqual([]);
      await button(page, 'Comment').click();
      await expect(comment(page, 'Left alone')).toContainText('a.txt');
      expect(sent).toHaveLength(1);
    });
  });

  test('an edit keeps the files of another edit, and is not saved once cancelled', async ({
    open,
    ada,
    admin,
  }) => {
    const bug = await ada.files();
    const [kept, removed] = [await uploads(ada, text('kept.txt')), await uploads(ada, text('removed.txt'))];
    const { _id: id } = await posted(ada, bug, 'As it was', [kept._id, removed._id]);
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await test.step('an edit that meets another shows it, and has its files, even after a failure', async () => {
      const edited = await edits(page, ada);
      await field(edited, 'Comment').fill('My words');
      await attach(edited, text('mine.txt'));
      await expect(stored(page, 'mine.txt')).toBeVisible();
      const theirs = await uploads(admin, text('theirs.txt'));
      const answer = await admin.call('PUT', `/api/comments/${id}`, {
        body: 'Theirs',
        files: [kept._id, theirs._id],
      });
      expect(answer.status).toBe(200);
      await button(edited, 'Save').click();
      await expect(alert(page, `${admin.name} edited this too`)).toBeVisible();
      await expect(section(page).getByRole('insertion')).toContainText('Theirs');
      await expect(field(page, 'Comment')).toHaveValue('My words');
      await cut(page, `/api/comments/${id}`);
      await button(edited, 'Save').click();
      await expect(alert(page, 'The server cannot be reached')).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      const deleted = watch(page, 'DELETE', `/api/files/${removed._id}`);
      await button(edited, 'Remove removed.txt').click();
      await button(edited, 'Save').click();
      const shown = comment(page, 'My words');
      for (const name of ['kept.txt', 'mine.txt', 'theirs.txt'])
        await expect(shown.getByRole('link', { name, exact: true })).toBeVisible();
      await expect(shown).not.toContainText('removed.txt');
      expect(deleted).toEqual([]);
    });
    await test.step('an edit that is cancelled while it waits for a file is not saved', async () => {
      const edited = await edits(page, ada);
      await field(edited, 'Comment').fill('Looks like ');
      await expect(button(edited, 'Bold')).toBeVisible();
      const release = await holdBack(page, 'POST', '/api/files');
      await give(field(edited, 'Comment'), 'paste', image('image.png'));
      await button(edited, 'Save').click();
      await expect(button(edited, 'Uploading files...')).toBeVisible();
      const saved = watch(page, 'PUT', `/api/comments/${id}`);
      await button(edited, 'Cancel').click();
      await expect(field(page, 'Comment')).toBeHidden();
      release();
      await expect(comment(page, 'My words')).toBeVisible();
      // It would have been sent before a later call.
      await composer(page).fill('Done');
      await button(page, 'Comment').click();
      await expect(comment(page, 'Done')).toBeVisible();
      expect(saved).toEqual([]);
    });
  });
});

test.describe('Files of a bug', () => {
  test('a new bug keeps its files in the draft, and its edit form changes them', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('With files');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Look: ');
    await expect(button(page, 'Bold')).toBeVisible();
    await give(field(page, 'Description'), 'paste', image('image.png'));
    await expect(stored(page, 'image.png')).toBeVisible();
    await attach(page, text('server.log'));
    await expect(stored(page, 'server.log')).toBeVisible();
    await page.reload();
    await button(page, 'Restore').click();
    await expect(stored(page, 'image.png')).toBeVisible();
    await expect(stored(page, 'server.log')).toBeVisible();
    await button(page, 'Create Bug').click();
    await row(page, title).getByRole('link', { name: title }).click();
    const description = page.getByRole('main');
    await expect(description.getByRole('img', { name: 'image.png' })).toHaveJSProperty('naturalWidth', 60);
    await expect(description.getByRole('link', { name: 'server.log', exact: true })).toBeVisible();
    await test.step('a failed file keeps the edit from being sent; Cancel forgets it', async () => {
      await button(page, 'Edit').click();
      await cut(page, '/api/files');
      await attach(page.locator('form'), text('a.txt'));
      await expect(alert(page, 'a.txt was not uploaded')).toBeVisible();
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Upload it again or remove it first.')).toBeVisible();
      await button(page, 'Cancel Edit').click();
      await page.unrouteAll({ behavior: 'wait' });
      await button(page, 'Edit').click();
      await expect(stored(page, 'server.log')).toBeVisible();
      await expect(rows(page)).toHaveCount(2);
    });
    await test.step('saving waits for a file, and the history names the changes', async () => {
      await button(page, 'Remove server.log').click();
      const release = await holdBack(page, 'POST', '/api/files');
      await attach(page.locator('form'), text('new.txt'));
      await expect(page.getByRole('progressbar')).toBeVisible();
      await button(page, 'Save Changes').click();
      release();
      await expect(section(page)).toContainText('attached new.txt and removed server.log');
      await expect(description.getByRole('link', { name: 'new.txt', exact: true })).toBeVisible();
    });
  });

  test('images open large, missing and broken ones say so, and expired links are renewed', async ({
    open,
    ada,
    server,
  }) => {
    const [one, two, log] = [
      await uploads(ada, image('one.png')),
      await uploads(ada, image('two.png', 900, 300)),
      await uploads(ada, text('a.log')),
    ];
    const photo = await uploads(ada, image('photo.png', 800, 1_200));
    await server.files.writeThumbnail(photo.sha256, png(427, 640));
    const bug = await ada.files({
      description: `![first](${contentOf(one._id)}) and [the log](${contentOf(log._id)})\n\n![photo](${contentOf(photo._id)})`,
      files: [one._id, two._id, log._id, photo._id],
    });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await test.step('a file to which the text refers is not shown below again', async () => {
      await expect(page.getByRole('link', { name: 'the log' })).toHaveAttribute(
        'href',
        /signature=.*&download=1$/,
      );
      await expect(page.getByText('a.log', { exact: true })).toHaveCount(0);
    });
    await test.step('an image opens large, with arrow keys and Escape, and the focus returns', async () => {
      const opener = button(page, 'Show image first');
      // The page reserves the room of an image before it is loaded.
      await expect(opener.locator('img')).toHaveJSProperty('clientWidth', 60);
      await opener.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'one.png' });
      await expect(dialog.getByRole('img', { name: 'one.png' })).toHaveJSProperty('naturalWidth', 60);
      await expect(dialog.getByRole('status')).toHaveText('1 of 3');
      await expectNothingSeriousInLightAndDark(page, 'lightbox');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      const next = page.getByRole('dialog', { name: 'photo.png' });
      await expect(next.getByRole('status')).toHaveText('2 of 3');
      await next.getByRole('button', { name: 'Previous image' }).click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(opener).toBeFocused();
    });
    await test.step('a large image shows as its thumbnail until it is opened', async () => {
      const shown = button(page, 'Show image photo').locator('img');
      await expect(shown).toHaveJSProperty('naturalWidth', 427);
      await expect(shown).toHaveJSProperty('clientHeight', 480);
      await shown.click();
      const large = page.getByRole('dialog', { name: 'photo.png' }).getByRole('img', { name: 'photo.png' });
      await expect(large).toHaveJSProperty('naturalWidth', 800);
      await page.keyboard.press('ArrowRight');
      const last = page.getByRole('dialog', { name: 'two.png' });
      await expect(last.getByRole('img', { name: 'two.png' })).toHaveJSProperty('naturalWidth', 900);
      await page.keyboard.press('ArrowRight');
      await expect(last.getByRole('status')).toHaveText('3 of 3');
      await page.keyboard.press('Escape');
    });

    const [lost, broken] = [await uploads(ada, image('lost.png')), await uploads(ada, image('broken.png'))];
    const elsewhere = 'https://files.example/a.png';
    const missing = await ada.files({
      description: `![lost](${contentOf(lost._id)}) ![broken](${contentOf(broken._id)}) ![x](${elsewhere})`,
      files: [broken._id],
    });
    expect((await ada.call('DELETE', `/api/files/${lost._id}`)).status).toBe(204);
    await test.step('a missing image and a broken one say so; one of another site is only a link', async () => {
      const cutOff = (url: URL) => url.pathname === contentOf(broken._id);
      await page.route(cutOff, (route) => route.abort('connectionfailed'));
      await goWithin(page, `/bugs/${missing._id}`);
      await expect(page.getByText('lost (no longer exists)')).toBeVisible();
      await expect(page.getByText('Image broken could not be loaded.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Image: x' })).toHaveAttribute('href', elsewhere);
      await expectNothingSeriousInLightAndDark(page, 'missing files');
      await page.unroute(cutOff);
      await button(page, 'Retry').click();
      await expect(page.getByRole('img', { name: 'broken' })).toHaveJSProperty('naturalWidth', 60);
    });

    const expired = await ada.files();
    await posted(ada, expired, 'Logs', [(await uploads(ada, text('server.log')))._id]);
    await test.step('a link with an expired address renews it and stays in the application', async () => {
      const isList = (url: URL) => url.pathname === '/api/files';
      await page.route(isList, async (route) => {
        const response = await route.fetch();
        const files = (await response.json()) as { url: string }[];
        const unsigned = files.map((file) => ({
          ...file,
          url: file.url.replace(/signature=[^&]*/, 'signature=x'),
        }));
        await route.fulfill({ response, json: unsigned });
      });
      await goWithin(page, `/bugs/${expired._id}`);
      const link = comment(page, 'Logs').getByRole('link', { name: 'server.log', exact: true });
      await expect(link).toHaveAttribute('href', /signature=x/);
      await page.unrouteAll({ behavior: 'wait' });
      // As after the computer slept.
      await page.clock.setFixedTime(Date.now() + 10 * 60_000);
      const download = page.waitForEvent('download');
      await link.click();
      expect((await download).suggestedFilename()).toBe('server.log');
      await expect(page).toHaveURL(`/bugs/${expired._id}`);
    });
  });
});

test('files have no serious axe violations, and fit a window of 320 pixels', async ({ open, ada }) => {
  const name = `${'a very long name of a file '.repeat(6)}.log`;
  const [log, shot] = [await uploads(ada, text(name)), await uploads(ada, image('shot.png', 2_000, 900))];
  const more = await uploads(ada, image('more.png', 300, 900));
  const description = `![shot](${contentOf(shot._id)})`;
  const bug = await ada.files({ description, files: [shot._id, log._id, more._id] });
  const page = await open(`/bugs/${bug._id}`, { as: ada, viewport: { width: 320, height: 800 } });
  await expect(page.getByRole('img', { name: 'shot' })).toHaveJSProperty('naturalWidth', 2_000);
  await button(page, `Preview of ${name}`).click();
  await expect(page.getByRole('group', { name: 'Code' })).toBeVisible();
  await expectToFit(page);
  await expectNothingSeriousInLightAndDark(page, 'shown');
  await cut(page, '/api/files');
  await attach(section(page), text(name));
  await expect(alert(page, 'was not uploaded')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await holdBack(page, 'POST', '/api/files');
  await attach(section(page), text(name));
  await expect(page.getByRole('progressbar')).toBeVisible();
  await button(page, 'Edit').click();
  await expect(stored(page, 'shot.png')).toBeVisible();
  await expectToFit(page);
  await expectNothingSeriousInLightAndDark(page, 'edited');
});

/** The data of a drag, as far as a page can read it before the drop. */
function filesIn(page: Page) {
  return page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'x'));
    return data;
  });
}

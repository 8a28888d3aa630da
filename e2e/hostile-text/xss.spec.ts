import type { FileRef } from '#contract/conversation/files.ts';
import { png } from '#server/test/uploads.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field, login } from '#e2e/harness/screen.ts';
import { uploads } from '#e2e/harness/uploads.ts';
import {
  asTitle,
  everyPayload,
  few,
  names,
  payloads,
  plantBugs,
  plantPeople,
  samples,
} from './xss-planting.ts';
import { readColumns, shown, sweep } from './xss-reading.ts';
import { runWithNames, runWithTexts } from './xss-sweep.ts';
import { expectOnlyOwnElements, watchForXss } from './xss-watch.ts';

test.use({ ownServer: true });

test.describe(`script payloads stay text: ${everyPayload.length} in long texts, ${payloads.length} elsewhere`, () => {
  // Many pages: half a minute on an idle machine, many times as long on a busy one.
  test.describe.configure({ timeout: 600_000 });

  test('in bugs, and in the names of users on each screen that has them', async ({
    open,
    server,
    admin,
    ada,
  }) => {
    const people = await plantPeople(server);
    const bugs = await plantBugs(people);
    const page = await open('about:blank', { as: admin, viewport: { width: 1280, height: 2_000 } });
    const ran = await watchForXss(page);
    await page.goto('/bugs');

    // Before other steps file bugs.
    await test.step('Bug List: titles and creators', async () => {
      await expect(page.getByText(`${bugs.length} bugs`)).toBeVisible();
      await expect(async () => {
        const [titles, creators] = await readColumns(page, ['td.title a', 'td.creator']);
        expect(shown(titles ?? [])).toEqual(shown([...new Set(payloads.map(asTitle))]));
        expect(shown(creators ?? [])).toEqual(shown(names));
      }).toPass();
      await expectOnlyOwnElements(page);
    });

    await runWithNames({ page, server, admin, ada, people, bugs });
    expect(ran).toEqual([]);
  });

  test('in Markdown, activity, comments, labels and sessions', async ({ open, server, admin }) => {
    const page = await open('about:blank', { as: admin, viewport: { width: 1280, height: 2_000 } });
    const ran = await watchForXss(page);
    await runWithTexts({ page, server, admin });
    expect(ran).toEqual([]);
  });

  test('in addresses, signed in and signed out', async ({ open, admin }) => {
    const page = await open('about:blank', { as: admin, viewport: { width: 1280, height: 2_000 } });
    const ran = await watchForXss(page);
    // A page with another heading than the first address, which the sweep would otherwise leave at once.
    await page.goto('/profile');

    await test.step('addresses: search, filters, an id, and pages that do not exist', async () => {
      const takers = [
        (text: string) => ({ path: `/bugs?q=${text}&status=${text}&sort=${text}`, heading: 'Bug List' }),
        (text: string) => ({ path: `/admin/users?q=${text}`, heading: 'Users' }),
        (text: string) => ({ path: `/admin/audit?action=${text}&user=${text}`, heading: 'Audit' }),
        (text: string) => ({ path: `/nowhere/${text}?${text}#${text}`, heading: 'Page not found' }),
      ];
      await sweep(page, [
        ...payloads.map((text, index) => takers[index % takers.length]!(encodeURIComponent(text))),
        ...few.flatMap((text) => takers.map((stop) => stop(encodeURIComponent(text)))),
      ]);
      for (const sample of few) {
        await page.goto(`/bugs?q=${encodeURIComponent(sample)}#${sample}`);
        await expect(field(page, 'Search')).toHaveValue(sample);
        await expectOnlyOwnElements(page);
      }
    });

    await test.step('signed out: invitations and pages to return to', async () => {
      const guest = await open('about:blank');
      const ranThere = await watchForXss(guest);
      await guest.goto('/login');
      await sweep(
        guest,
        samples.map(encodeURIComponent).flatMap((text) => [
          { path: `/register?invitation=${text}`, heading: 'Register' },
          { path: `/login?returnTo=${text}`, heading: 'Login' },
        ]),
      );
      await expectOnlyOwnElements(guest);
      for (const text of few) {
        const asked = `/bugs?q=${encodeURIComponent(text)}`;
        await guest.goto(asked);
        await expect(guest).toHaveURL('/login');
        await login(guest, admin);
        await expect(field(guest, 'Search')).toHaveValue(text);
        await expectOnlyOwnElements(guest);
        await button(guest, 'Logout').click();
        await expect(guest).toHaveURL('/login');
      }
      expect(ranThere).toEqual([]);
    });

    expect(ran).toEqual([]);
  });
});

test('names and contents of files that try to run scripts stay names and contents', async ({ open, ada }) => {
  const contents: Record<string, string | Uint8Array<ArrayBuffer>> = {
    'page.html': `<!doctype html><script>alert(1)</script>${payloads.join('\n')}`,
    'image.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    'script.gif': 'GIF89a\x01\0\x01\0=1;alert(1)//<svg/onload=alert(1)><script>alert(1)</script>',
    'image.png': Buffer.concat([png(30, 20), Buffer.from('<script>alert(1)</script>')]),
    'document.pdf': '%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
    'texts.txt': payloads.join('\n'),
  };
  const wanted = [
    ...Object.entries(contents).map(([name, content]) => ({ name, content })),
    ...samples.map((name) => ({ name, content: name })),
  ];
  const files: FileRef[] = [];
  for (const file of wanted) files.push(await uploads(ada, file));
  expect(files.length).toBeLessThanOrEqual(20);
  const references = files.map(
    ({ _id, name }) => `![${name}](/api/files/${_id}/content) [${name}](/api/files/${_id}/content "${name}")`,
  );
  const ids = files.map(({ _id }) => _id);
  const page = await open('about:blank', { as: ada });
  const ran = await watchForXss(page);
  const bug = await ada.files({ files: ids });
  await ada.edits(bug, { files: [] });
  await ada.edits(bug, { files: ids });

  await test.step('below a text, in previews, in the history and as a large image', async () => {
    await page.goto(`/bugs/${bug._id}`);
    for (const { name } of files) await expect(page.locator('main')).toContainText(name);
    const previews = page.getByRole('button', { name: /^Preview of / });
    await expect.poll(() => previews.count()).toBeGreaterThan(samples.length);
    for (const preview of await previews.all()) await preview.click();
    await expect(
      page
        .locator('main pre')
        .filter({ hasText: payloads.at(-1)!.trim() })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('removed');
    await expectOnlyOwnElements(page);
    await button(page, 'Show image image.png').click();
    await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 30);
    await expectOnlyOwnElements(page);
  });

  await test.step('within a text, and in the form', async () => {
    const other = await ada.files({ description: references.join('\n\n') });
    await page.goto(`/bugs/${other._id}`);
    await expect(page.getByRole('link', { name: 'page.html' }).first()).toBeVisible();
    await expectOnlyOwnElements(page);
    await page.goto(`/bugs/${bug._id}#edit`);
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(files.length);
    await expectOnlyOwnElements(page);
  });

  await test.step('opened by their addresses', async () => {
    const { body } = await ada.call('GET', `/api/files?ids=${ids.join(',')}`);
    for (const { url, type } of body as FileRef[]) {
      // Images were shown above; other files are downloads, not pages.
      if (type.startsWith('image/')) continue;
      await expect(page.goto(url)).rejects.toThrow('Download is starting');
    }
  });
  expect(ran).toEqual([]);
});

import { standardViews } from '#contract/bugs/views.ts';
import type { Page } from '@playwright/test';
import type { FileRef } from '#contract/conversation/files.ts';
import { png } from '#server/test/uploads.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, choose, field, login, select } from '#e2e/harness/screen.ts';
import { uploads } from '#e2e/harness/uploads.ts';
import {
  asTitle,
  devices,
  each,
  everyPayload,
  few,
  inMarkdown,
  names,
  payloads,
  plantBugs,
  plantDeletions,
  plantFields,
  plantInbox,
  plantLabels,
  plantPeople,
  plantRelations,
  plantSessions,
  plantVersions,
  plantViews,
  samples,
} from './xss-planting.ts';
import { expectOnlyOwnElements, watchForXss } from './xss-watch.ts';

test.use({ ownServer: true });

/**
 * Goes to addresses one after another, within the application; at each waits for its heading. The first
 * that does not reach it ends the sweep: what broke one page may leave the ones after it broken too.
 */
async function sweep(page: Page, stops: { path: string; heading: string }[]) {
  const missed = await page.evaluate(
    async ({ all, patience }) => {
      const currentHeading = () => document.querySelector('h1')?.textContent;
      for (const { path, heading } of all) {
        history.pushState({}, '', path);
        const end = performance.now() + patience;
        while (currentHeading() !== heading) {
          if (performance.now() > end) return `${path}: ${currentHeading()} instead of ${heading}`;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
      return undefined;
    },
    { all: stops, patience: 60_000 },
  );
  expect(missed).toBeUndefined();
}

/** The text of all cells of these columns, from the top of the page to its end. */
async function readColumns(page: Page, columns: string[]): Promise<string[][]> {
  return page.evaluate(async (selectors) => {
    const seen = selectors.map(() => new Set<string>());
    const rendered = () => new Promise((resolve) => setTimeout(resolve, 80));
    scrollTo({ top: 0, behavior: 'instant' });
    for (let end = -1; end < scrollY;) {
      end = scrollY;
      await rendered();
      for (const [index, selector] of selectors.entries())
        for (const cell of document.querySelectorAll(selector)) seen[index]?.add(cell.textContent);
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
    }
    return seen.map((texts) => [...texts]);
  }, columns);
}

const shown = (texts: readonly string[]) => texts.map((text) => text.trim()).toSorted();

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
    await plantDeletions(ada);
    const page = await open('about:blank', { as: admin, viewport: { width: 1280, height: 2_000 } });
    const ran = await watchForXss(page);
    await page.goto('/bugs');

    await test.step('Bug List: titles and creators', async () => {
      await expect(page.getByText(`${bugs.length} bugs`)).toBeVisible();
      await expect(async () => {
        const [titles, creators] = await readColumns(page, ['td.title a', 'td.creator']);
        expect(shown(titles ?? [])).toEqual(shown([...new Set(payloads.map(asTitle))]));
        expect(shown(creators ?? [])).toEqual(shown(names));
      }).toPass();
      await expectOnlyOwnElements(page);
    });

    await test.step('Bug Details: all in one description, and some in edit mode and dialog', async () => {
      for (const sample of few) {
        const bug = bugs.find(({ title }) => title === asTitle(sample));
        await sweep(page, [{ path: `/bugs/${bug?._id}`, heading: sample.trim() }]);
        await button(page, 'Edit').click();
        await expect(field(page, 'Description')).toHaveValue(sample);
        await button(page, 'Delete').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      }
      const everything = await admin.files({ description: everyPayload.join('\n') });
      await page.goto(`/bugs/${everything._id}`);
      await expect(page.getByText(payloads[0]!).first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await button(page, 'Show source').click();
      const bare = (text: string | null) => text?.replaceAll(/\s/g, '');
      const source = await page.getByRole('group', { name: 'Source' }).textContent();
      expect(bare(source)).toBe(bare(everything.description));
      await expectOnlyOwnElements(page);
    });

    await test.step('Relations: titles in the panel, activity, search, and above a duplicate', async () => {
      const [first, ...others] = await plantRelations(admin, bugs);
      await page.goto(`/bugs/${first?._id}`);
      const panel = page.getByRole('region', { name: 'Relations' });
      for (const { title } of others)
        await expect(panel.getByText(title, { exact: true }).first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Mark as duplicate…' }).click();
      await field(page.getByRole('dialog'), 'Bug').fill('script');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectOnlyOwnElements(page);
      await page.goto(`/bugs/${others.at(-1)?._id}#duplicate`);
      await expect(page.getByText('This bug is a duplicate')).toBeVisible();
      await expectOnlyOwnElements(page);
    });

    await test.step('Users, their menu and its dialogs', async () => {
      await page.goto('/admin/users');
      const users = page.getByRole('row').filter({ has: page.getByRole('cell') });
      await expect(users).toHaveCount(people.length + 2);
      const cells = (column: string) => page.locator(`td.${column}`).allTextContents();
      expect(shown(await cells('name'))).toEqual(shown([...names, admin.name, ada.name]));
      expect(shown(await cells('email'))).toEqual(shown([...people, admin, ada].map(({ email }) => email)));
      const inOrder = await cells('name');
      for (const name of few.filter((text) => names.includes(text))) {
        await users.nth(inOrder.indexOf(name)).getByRole('button').click();
        await page.getByRole('menuitem', { name: 'Suspend' }).click();
        await expect(page.getByRole('dialog')).toContainText(name);
        await button(page, 'Cancel').click();
      }
      await expectOnlyOwnElements(page);
    });

    await test.step('Audit: who, whom, what of a deleted bug, and the choice of a user', async () => {
      await page.goto('/admin/audit?action=bug+deleted');
      const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
      await expect(rows).toHaveCount(samples.length);
      const details = await page.locator('td:nth-child(5)').allTextContents();
      expect(shown(details.map((text) => text.replace(/^#\d+ /, '')))).toEqual(shown(samples));
      await select(page, 'User').click();
      expect(shown(await page.getByRole('option').allTextContents())).toEqual(
        shown([...names, admin.name, ada.name, 'Everyone']),
      );
      await page.keyboard.press('Escape');
      await choose(page, 'Action', 'Registered');
      await expect(rows).toHaveCount(people.length + 2);
      const whom = await page.locator('td:nth-child(4)').allTextContents();
      expect(shown(whom)).toEqual(shown([...names, admin.name, ada.name]));
      await expectOnlyOwnElements(page);
    });

    await test.step('Create Bug: everyone whom it can be assigned to', async () => {
      await page.goto('/bugs/create');
      await select(page, 'Assign To').click();
      expect(shown(await page.getByRole('option').allTextContents())).toEqual(
        shown([...names, admin.name, ada.name, 'Unassigned']),
      );
      await expectOnlyOwnElements(page);
      await page.keyboard.press('Escape');
    });

    await test.step('Create Bug: titles of bugs like the one that is typed', async () => {
      await field(page, 'Title').fill('script alert onerror javascript');
      const similar = page.getByRole('region', { name: 'Is it one of these?' }).getByRole('listitem');
      await expect(similar).toHaveCount(5);
      await expectOnlyOwnElements(page);
    });

    await test.step('Votes: environments, and who has the bug, too', async () => {
      const bug = await admin.files();
      const at = new Date().toISOString();
      const votes = people.map(({ _id }, i) => {
        const environment = payloads[i % payloads.length]!.slice(0, 500);
        return { bug_id: bug._id, user_id: _id, environment, at };
      });
      await server.write((tx) => tx.insertInto('bug_votes').values(votes).execute());
      await page.goto(`/bugs/${bug._id}`);
      await button(page, `${people.length} people have this`).click();
      await button(page, 'Show all').click();
      const listed = page.getByRole('list', { name: 'Users affected by this bug' }).getByRole('listitem');
      await expect(listed).toHaveCount(people.length);
      expect(shown(await listed.locator('bdi').allTextContents())).toEqual(
        shown(votes.map(({ environment }) => environment)),
      );
      await expectOnlyOwnElements(page);
    });

    await test.step('Inbox: titles, who did it, and a bug beside', async () => {
      await plantInbox(people, admin);
      const count = async () => (await admin.call('GET', '/api/inbox/count')).body as { unread: number };
      await expect.poll(async () => (await count()).unread).toBe(payloads.length);
      await page.goto('/inbox');
      await expect(async () => {
        const [titles, deeds] = await readColumns(page, ['li[data-place] .title', 'li[data-place] .deed']);
        expect(shown(titles ?? [])).toEqual(shown([...new Set(payloads.map(asTitle))]));
        const filed = names.map((name) => `${name.trim()} filed it and assigned it to you`);
        expect(shown(deeds ?? [])).toEqual(shown(filed));
      }).toPass();
      await expectOnlyOwnElements(page);
      await page.locator('li[data-place] a').last().click();
      await expect(page.getByRole('complementary').getByRole('heading').first()).toBeVisible();
      await expectOnlyOwnElements(page);
    });

    expect(ran).toEqual([]);
  });

  test('in Markdown, activity, comments, labels and sessions', async ({ open, server, admin }) => {
    await plantSessions(admin);
    const page = await open('about:blank', { as: admin, viewport: { width: 1280, height: 2_000 } });
    const ran = await watchForXss(page);
    await test.step('Bug Details: Markdown with them as addresses, titles, languages and in tables', async () => {
      // In pieces small enough to be formatted, because a text has a maximum number of elements.
      const pieces = Math.ceil(inMarkdown.length / 600);
      for (let piece = 0; piece < pieces; piece += 1) {
        const description = inMarkdown.filter((_, at) => at % pieces === piece).join('\n\n');
        const bug = await admin.files({ description });
        await page.goto(`/bugs/${bug._id}`);
        await expect(page.locator('main pre .hljs-string, main pre .hljs-comment').first()).toBeAttached();
        await expect(page.getByRole('checkbox').first()).toBeVisible();
        await expectOnlyOwnElements(page);
      }
    });

    await test.step('Activity: all of them removed from a description, and added in another order', async () => {
      const bug = await admin.files({ title: payloads[0]!, description: everyPayload.join('\n') });
      await admin.edits(bug, { title: payloads[1]!, description: everyPayload.toReversed().join('\n') });
      await page.goto(`/bugs/${bug._id}`);
      for (const label of ['Title', 'Description']) await button(page, `What changed in ${label}`).click();
      await page.getByRole('button', { name: /^Show all/ }).click();
      const said = await page.getByRole('group', { name: 'What changed in Description' }).textContent();
      for (const text of everyPayload)
        for (const line of text.split(/\r\n|\r|\n/)) expect(said).toContain(line);
      await expectOnlyOwnElements(page);
    });

    await test.step('Profile and the greeting of the Dashboard', async () => {
      await page.goto('/profile');
      await expect(page.getByRole('listitem')).toHaveCount(devices.length + 1);
      const titles = await page
        .getByRole('listitem')
        .locator('[title]:not(time)')
        .evaluateAll((all) => all.map((element) => element.getAttribute('title') ?? ''));
      expect(shown(titles)).toEqual(shown([...devices, 'node']));
      for (const sample of few.filter((text) => names.includes(text))) {
        await field(page, 'Name').fill(sample);
        await button(page, 'Save Changes').click();
        await expect(page.getByText('Profile updated successfully')).toBeVisible();
        await page.getByRole('link', { name: 'Katydid' }).click();
        await expect(page.getByRole('heading', { name: 'Welcome' })).toHaveText(`Welcome, ${sample.trim()}!`);
        await page.goBack();
      }
      await expectOnlyOwnElements(page);
      await admin.call('PUT', '/api/users/profile', { name: admin.name });
    });

    await test.step('Comments: as plain lines and as Markdown', async () => {
      const bug = await admin.files();
      for (const texts of [everyPayload, inMarkdown.slice(0, 300)]) {
        const body = texts.join('\n').slice(0, 20_000);
        await admin.call('POST', `/api/bugs/${bug._id}/comments`, { body });
      }
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByRole('listitem', { name: 'Comment by' }).first()).toContainText(payloads[0]!);
      await expectOnlyOwnElements(page);
    });

    await test.step('Comments: the whole text of a message', async () => {
      const bug = await admin.files();
      const path = `/api/bugs/${bug._id}/comments`;
      const { body } = await admin.call('POST', path, { body: 'A reply by e-mail' });
      const text = payloads.join('\n');
      const row = { comment_id: (body as { _id: string })._id, text, is_trimmed: 1 as const };
      await server.write((tx) => tx.insertInto('mailed_texts').values(row).execute());
      await page.goto(`/bugs/${bug._id}`);
      await button(page, 'Show trimmed').click();
      await expect(page.getByText(payloads[0]!).first()).toBeVisible();
      await expectOnlyOwnElements(page);
    });

    await test.step('Labels: on a bug, in its activity, the filter, the choice and on their page', async () => {
      const labels = await plantLabels(admin);
      const namesOfLabels = labels.map(({ name }) => name);
      expect(labels.length).toBeGreaterThan(payloads.length / 2);
      const bug = await admin.files({ labels: labels.slice(0, 15).map(({ _id }) => _id) });
      const others = labels.slice(15, 30);
      await admin.edits(bug, { labels: others.map(({ _id }) => _id) });
      await page.goto(`/bugs/${bug._id}`);
      for (const { name } of others) await expect(page.getByText(name, { exact: true })).toBeVisible();
      const history = page.getByRole('region', { name: 'Activity' });
      for (const { name } of labels.slice(0, 30)) await expect(history).toContainText(name);
      await page.getByRole('button', { name: /^Labels: / }).click();
      await page.getByRole('combobox', { name: 'Labels' }).press('ArrowDown');
      await expect(page.getByRole('option')).toHaveCount(labels.length - others.length);
      await expectOnlyOwnElements(page);

      await page.goto('/bugs');
      await select(page, 'Labels').click();
      expect(shown(await page.getByRole('option').allTextContents())).toEqual(
        shown([...namesOfLabels, 'All', 'No label']),
      );
      await expectOnlyOwnElements(page);

      await page.goto('/bugs');
      await field(page, 'Search').fill('label:');
      await expect(page.getByRole('option')).toHaveCount(labels.length + 1);
      await expectOnlyOwnElements(page);
      for (const sample of samples) {
        await field(page, 'Search').fill(`status:open ${sample} label:${sample}`);
        await expect(page.locator('[data-marks]')).toContainText(sample.trim());
      }
      await expectOnlyOwnElements(page);

      await page.goto('/admin/labels');
      await expect(page.locator('tbody tr')).toHaveCount(labels.length);
      expect(shown(await page.locator('tbody td.name').allTextContents())).toEqual(shown(namesOfLabels));
      await expectOnlyOwnElements(page);
    });

    await test.step('Views: in the bar, their menu, their list and as headings', async () => {
      const views = await plantViews(admin);
      expect(views.length).toBeGreaterThan(payloads.length / 2);
      const namesOfViews = views.map(({ name }) => name);
      await page.goto('/views');
      await expect(page.locator('tbody tr')).toHaveCount(views.length + standardViews.length);
      expect(shown(await page.locator('tbody td.name').allTextContents())).toEqual(
        shown([...namesOfViews, ...standardViews.map(({ name }) => name)]),
      );
      await expect(page.getByRole('navigation').getByText(namesOfViews[0]!, { exact: true })).toBeVisible();
      await expectOnlyOwnElements(page);
      await page.goto(`/views/${views[0]?._id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(namesOfViews[0]!);
      await button(page, 'Views').click();
      await expect(page.getByRole('menuitem')).toHaveCount(views.length + standardViews.length + 3);
      await expectOnlyOwnElements(page);
    });

    await test.step('Questions to reporters: on a bug, in its activity, its row and in triage', async () => {
      const bug = await admin.files({ title: payloads[0]! });
      const text = samples.join('\n').slice(0, 1_000);
      await admin.call('PUT', `/api/bugs/${bug._id}/question`, { text });
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByText(`${admin.name} asks you`)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(samples[0]!);
      await expectOnlyOwnElements(page);
      await page.goto('/bugs');
      await expect(page.getByTitle(/^Question to the reporter: /).first()).toHaveText(
        'Question to the reporter',
      );
      await page.goto('/triage');
      await expect(page.getByRole('complementary')).toBeVisible();
      await expectOnlyOwnElements(page);
    });

    await test.step('Components: on their page, with descriptions and templates, and on a form', async () => {
      const texts = { description: samples[0]!.slice(0, 500), template: payloads.join('\n').slice(0, 5_000) };
      const components: { _id: string }[] = [];
      await each(payloads, async (payload) => {
        const name = payload.slice(0, 50);
        const { status, body } = await admin.call('POST', '/api/components', { name, ...texts });
        if (status === 201) components.push(body as { _id: string });
      });
      expect(components.length).toBeGreaterThan(payloads.length / 2);
      await page.goto('/admin/components');
      await expect(page.locator('tbody tr')).toHaveCount(components.length);
      await expectOnlyOwnElements(page);
      await page.goto(
        `/bugs/create?component=${components[0]?._id}&title=${encodeURIComponent(payloads[1]!)}`,
      );
      await expect(field(page, 'Description')).toContainText(payloads[0]!.slice(0, 20));
      await expectOnlyOwnElements(page);
    });

    await test.step('Custom fields: on their page, a form, a bug, in its activity and in rows', async () => {
      const { named, chosen, address } = await plantFields(admin);
      expect(named.length).toBeGreaterThan(samples.length / 2);
      expect(chosen.options.length).toBeGreaterThan(samples.length);
      const url = `https://example.org/${encodeURI(payloads[0]!)}"'><img/src=x>`;
      const valuesAt = (shift: number) =>
        Object.fromEntries(named.map(({ _id }, at) => [_id, asTitle(payloads[at + shift]!)]));
      const [first, second] = chosen.options;
      const before = { ...valuesAt(0), [chosen._id]: first!._id, [address._id]: url };
      const bug = await admin.files({ title: 'With fields', custom: before });
      await admin.edits(bug, { custom: { ...valuesAt(20), [chosen._id]: second!._id } });
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByRole('main').getByText(second!.name, { exact: true })).toBeVisible();
      const activity = page.getByRole('region', { name: 'Activity' });
      for (const { name } of named) await expect(activity).toContainText(name);
      await expect(activity).toContainText(first!.name);
      await expect(page.getByRole('link', { name: url })).toHaveAttribute('href', url);
      await expectOnlyOwnElements(page);

      await button(page, 'Edit').click();
      for (const { _id, name } of named)
        await expect(field(page, name)).toHaveValue(
          asTitle(payloads[named.findIndex((one) => one._id === _id) + 20]!),
        );
      await select(page, 'Chosen').click();
      await expect(page.getByRole('option')).toHaveCount(chosen.options.length + 1);
      await expectOnlyOwnElements(page);

      await page.goto('/bugs');
      await button(page, 'Columns').click();
      const menu = page.getByRole('dialog', { name: 'Columns' });
      for (const name of ['Status', 'Priority', 'Assigned To', 'Created By', 'Created At'])
        await menu.getByRole('checkbox', { name, exact: true }).uncheck();
      for (const { name } of [chosen, address, ...named.slice(0, 2)])
        await menu.getByRole('checkbox', { name, exact: true }).check();
      await page.keyboard.press('Escape');
      const inRow = page.getByRole('row').filter({ hasText: 'With fields' });
      await expect(inRow).toContainText(second!.name);
      await expect(inRow.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', url);
      await expect(inRow).toContainText(asTitle(payloads[20]!));
      await expectOnlyOwnElements(page);

      await page.goto('/admin/fields');
      await expect(page.locator('tbody tr')).toHaveCount(named.length + 2);
      await expectOnlyOwnElements(page);
    });

    await test.step('Versions: on a bug, in its activity, on their pages and in the list of them', async () => {
      const versions = await plantVersions(admin);
      const namesOfVersions = versions.map(({ name }) => name);
      expect(versions.length).toBeGreaterThan(payloads.length / 2);
      const [first, ...others] = versions;
      const bug = await admin.files({ foundIn: others.slice(0, 20).map(({ _id }) => _id) });
      await admin.edits(bug, { fixedIn: first?._id });
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(first?.name ?? '');
      await button(page, 'Resolve').click();
      await select(page, 'Fixed in').click();
      await expect(page.getByRole('option')).toHaveCount(versions.length + 1);
      await expectOnlyOwnElements(page);
      await page.goto('/versions');
      await expect(page.locator('main li a')).toHaveCount(versions.length);
      expect(shown(await page.locator('main li a').allTextContents())).toEqual(shown(namesOfVersions));
      await expectOnlyOwnElements(page);
      await sweep(page, [{ path: `/versions/${first?._id}`, heading: first?.name ?? '' }]);
      await expectOnlyOwnElements(page);
      await page.goto('/admin/versions');
      await expect(page.locator('tbody tr')).toHaveCount(versions.length);
      await expectOnlyOwnElements(page);
    });

    expect(ran).toEqual([]);
  });

  test('in addresses, of those who are signed in and of those who are not', async ({ open, admin }) => {
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

  await test.step('below a text, in its preview, in the history and large', async () => {
    await page.goto(`/bugs/${bug._id}`);
    for (const { name } of files) await expect(page.locator('main')).toContainText(name);
    const previews = page.getByRole('button', { name: /^Preview of / });
    expect(await previews.count()).toBeGreaterThan(samples.length);
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

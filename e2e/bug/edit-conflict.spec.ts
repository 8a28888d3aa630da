import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  choose,
  countCalls,
  cut,
  expectToFit,
  field,
  goWithin,
  login,
} from '#e2e/harness/screen.ts';

const lines = (...all: string[]) => all.join('\n');
const before = lines('Steps', '1. Open', '2. Press', 'Expected', 'It works');

/** The radio group of a conflicting field, or one of its options: "Yours: Title". */
const overlap = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const pick = (page: Page, name: string, choice: 'Yours' | 'Theirs' | 'Merged') =>
  overlap(page, name).getByRole('radio', { name: choice }).check();
/** The notice about merged changes of others. */
const mergeNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved together' });
const description = ({ description: text }: Bug) => text;

test('The later of two edits without overlap is merged, sent again, and says so', async ({
  open,
  ada,
  admin,
}) => {
  const bug = await ada.files({ description: before });
  const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
  const withBoth = lines('Steps', '1. Open the list', '2. Press', 'Expected', 'It works at once');

  await test.step('refused (412), it is sent again with all five fields', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('What Ada typed');
    const title = unique('The admin’s title');
    await admin.edits(bug, { title, priority: 'high' });
    const calls = countCalls(page, `/api/bugs/${bug._id}`);
    await button(page, 'Save Changes').click();
    await expect(mergeNotice(page)).toContainText(`changes by ${admin.name}`);
    await expect(mergeNotice(page)).toContainText('Title and Priority');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('What Ada typed')).toBeVisible();
    const puts = calls.filter((call) => call.method() === 'PUT');
    const fields = { description: 'What Ada typed', status: 'open', assignedTo: '' };
    expect(puts.map((call) => [call.headers()['if-match'], call.postDataJSON() as unknown])).toEqual([
      ['"1"', { ...fields, title: bug.title, priority: 'medium' }],
      ['"2"', { ...fields, title, priority: 'high' }],
    ]);
    expect(await ada.reads(bug)).toMatchObject({ title, priority: 'high', description: 'What Ada typed' });
  });
  await test.step('the notice goes with the next edit', async () => {
    await button(page, 'Edit').click();
    await expect(mergeNotice(page)).toBeHidden();
  });
  await test.step('a description contains the lines of both', async () => {
    await field(page, 'Description').fill(before);
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await button(page, 'Edit').click();
    await field(page, 'Description').fill(before.replace('1. Open', '1. Open the list'));
    await admin.edits(bug, { description: before.replace('It works', 'It works at once') });
    await button(page, 'Save Changes').click();
    await expect(mergeNotice(page)).toContainText('Their changes were kept: Description.');
    expect(await ada.reads(bug).then(description)).toBe(withBoth);
  });
  await test.step('the same edit by both needs no notice', async () => {
    await button(page, 'Edit').click();
    await choose(page, 'Status', 'Resolved');
    await admin.edits(bug, { status: 'resolved' });
    await button(page, 'Save Changes').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(mergeNotice(page)).toBeHidden();
  });
});

const mine = before.replace('2. Press', '2. Press twice');
const theirs = before.replace('2. Press', '2. Press and hold');
const both = before.replace('2. Press', '2. Press twice\n2. Press and hold');

/** Ada and an admin have edited the same line of a bug, and Ada's save was refused. */
const testCollision = test.extend<{ page: Page; collide: () => Promise<Bug> }>({
  page: async ({ open, ada }, use) => use(await open('/login', { as: ada, live: false })),
  collide: async ({ page, ada, admin }, use) =>
    use(async () => {
      const bug = await ada.files({ description: before });
      await goWithin(page, `/bugs/${bug._id}`);
      await expect(page.getByRole('heading', { name: bug.title, level: 1 })).toBeVisible();
      await button(page, 'Edit').click();
      await field(page, 'Description').fill(mine);
      await admin.edits(bug, { description: theirs, priority: 'high' });
      await button(page, 'Save Changes').click();
      await expect(alert(page, `${admin.name} edited this too`)).toContainText('Description');
      return bug;
    }),
});

test.describe('Bug Details: edit conflicts', () => {
  testCollision(
    'both versions stand side by side, and the one that is chosen is stored',
    async ({ page, collide, ada, admin }) => {
      const bug = await collide();
      await test.step('nothing is chosen yet, and nothing is stored without a choice', async () => {
        await expect(page.getByRole('heading', { name: 'Choose what to keep' })).toBeFocused();
        await expect(alert(page, `${admin.name} edited this too`)).toContainText(
          'Their changes to Priority are kept.',
        );
        await expect(overlap(page, 'Yours: Description')).toHaveText(mine);
        await expect(overlap(page, 'Theirs: Description')).toHaveText(theirs);
        await expect(field(page, 'Merged description')).toHaveValue(both);
        await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
        await button(page, 'Save Changes').click();
        await expect(page.getByText('Choose one for Description')).toBeVisible();
        await expect(overlap(page, 'Description').getByRole('radio', { name: 'Yours' })).toBeFocused();
        expect(await ada.reads(bug)).toMatchObject({ description: theirs, version: 2 });
      });
      await test.step('editing the merged text chooses it; with the server away, all stays as it was', async () => {
        await field(page, 'Merged description').fill('Written with care');
        await expect(overlap(page, 'Description').getByRole('radio', { name: 'Merged' })).toBeChecked();
        await cut(page, `/api/bugs/${bug._id}`);
        await button(page, 'Save Changes').click();
        await expect(alert(page, 'The server cannot be reached')).toBeVisible();
        await expect(field(page, 'Merged description')).toHaveValue('Written with care');
        await page.unrouteAll();
        await button(page, 'Save Changes').click();
        await expect(button(page, 'Edit')).toBeVisible();
        expect(await ada.reads(bug)).toMatchObject({ description: 'Written with care', priority: 'high' });
      });
      for (const [choice, stored] of [
        ['Yours', mine],
        ['Theirs', theirs],
      ] as const)
        await test.step(`${choice} is stored, with what did not overlap`, async () => {
          const next = await collide();
          await pick(page, 'Description', choice);
          await button(page, 'Save Changes').click();
          await expect(button(page, 'Edit')).toBeVisible();
          expect(await ada.reads(next)).toMatchObject({ description: stored, priority: 'high' });
        });
    },
  );

  test('every field can be resolved by keyboard, and a narrow screen stacks the versions', async ({
    open,
    ada,
    bob,
    admin,
  }) => {
    const bug = await ada.files({ title: 'Login fails on phones' });
    const page = await open(`/bugs/${bug._id}`, {
      as: ada,
      live: false,
      viewport: { width: 320, height: 640 },
    });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('Login breaks on phones');
    await choose(page, 'Status', 'In Progress');
    await choose(page, 'Assigned To', ada.name);
    await admin.edits(bug, {
      title: 'Login fails on tablets',
      status: 'resolved',
      assignedTo: bob._id,
    });
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Choose what to keep' })).toBeFocused();
    await expectToFit(page);
    await expect(overlap(page, 'Theirs: Status')).toHaveText('Resolved');
    await expect(overlap(page, 'Yours: Assigned To')).toHaveText(ada.name);
    await expect(overlap(page, 'Theirs: Assigned To')).toHaveText(bob.name);
    await expect(field(page, 'Merged title')).toHaveValue('Login breaks on tablets');
    // Title: to the first, and down to the third. Status: the first. Assigned To: the second.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(overlap(page, 'Title').getByRole('radio', { name: 'Merged' })).toBeChecked();
    await tabTo(page, 'Status', 'Yours');
    await page.keyboard.press('Space');
    await tabTo(page, 'Assigned To', 'Yours');
    await page.keyboard.press('ArrowDown');
    await tabToSave(page);
    await page.keyboard.press('Enter');
    await expect(button(page, 'Edit')).toBeVisible();
    const stored = await ada.reads(bug);
    expect([stored.title, stored.status, stored.assignedTo?._id]).toEqual([
      'Login breaks on tablets',
      'in-progress',
      bob._id,
    ]);
  });

  async function tabTo(page: Page, name: string, choice: string) {
    const radio = overlap(page, name).getByRole('radio', { name: choice });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(radio).toBeFocused({ timeout: 50 });
    }).toPass();
  }

  async function tabToSave(page: Page) {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(button(page, 'Save Changes')).toBeFocused({ timeout: 50 });
    }).toPass();
  }

  testCollision(
    'another edit or an ended session while choosing loses nothing that was written',
    async ({ page, collide, ada, admin }) => {
      await test.step('what does not overlap is merged', async () => {
        const bug = await collide();
        await pick(page, 'Description', 'Merged');
        await admin.edits(bug, { status: 'resolved' });
        await button(page, 'Save Changes').click();
        await expect(mergeNotice(page)).toContainText('Their changes were kept: Status.');
        expect(await ada.reads(bug)).toMatchObject({ description: both, status: 'resolved' });
      });
      await test.step('overlapping changes are asked about again, with the earlier choice as yours', async () => {
        const bug = await collide();
        const edited = both.replace('twice', 'three times');
        await field(page, 'Merged description').fill(edited);
        await admin.edits(bug, { description: theirs.replace('hold', 'wait') });
        await button(page, 'Save Changes').click();
        await expect(overlap(page, 'Yours: Description')).toHaveText(edited);
        await expect(overlap(page, 'Theirs: Description')).toHaveText(theirs.replace('hold', 'wait'));
        await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
        await pick(page, 'Description', 'Yours');
        await button(page, 'Save Changes').click();
        await expect(button(page, 'Edit')).toBeVisible();
        expect(await ada.reads(bug).then(description)).toBe(edited);
      });
      await test.step('after the session has ended, the text is a draft, and is asked about again', async () => {
        const bug = await collide();
        const written = both.replace('twice', 'with care');
        await field(page, 'Merged description').fill(written);
        await ada.endsSession();
        await button(page, 'Save Changes').click();
        await expect(page.getByText(/session has ended/i)).toBeVisible();
        await login(page, ada);
        await button(page, 'Restore').click();
        await expect(field(page, 'Description')).toHaveValue(written);
        await button(page, 'Save Changes').click();
        await expect(overlap(page, 'Yours: Description')).toHaveText(written);
        await pick(page, 'Description', 'Yours');
        await button(page, 'Save Changes').click();
        await expect(button(page, 'Edit')).toBeVisible();
        expect(await admin.reads(bug).then(description)).toBe(written);
      });
    },
  );
});

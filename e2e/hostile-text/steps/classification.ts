import { name as nameSchema } from '#contract/accounts/users.ts';
import { type CustomField, maxCustom } from '#contract/classification/custom-fields.ts';
import type { Label } from '#contract/classification/labels.ts';
import type { Version } from '#contract/classification/versions.ts';
import { expect } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button, chooseMore, field, select } from '#e2e/harness/screen.ts';
import { asTitle, each, payloads, samples } from '#e2e/hostile-text/xss-planting.ts';
import { shown, sweep } from '#e2e/hostile-text/xss-reading.ts';
import type { WithTexts } from '#e2e/hostile-text/xss-sweep.ts';
import { expectOnlyOwnElements } from '#e2e/hostile-text/xss-watch.ts';

export const withTexts: WithTexts = [
  {
    title: 'Labels: on a bug, in its activity, the filter, the choice and on their page',
    async run({ page, admin }) {
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
      await button(page, 'Filter').click();
      await page.getByRole('option', { name: 'Label', exact: true }).click();
      expect(shown(await page.getByRole('option').allTextContents())).toEqual(
        shown([...namesOfLabels, 'None']),
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
    },
  },
  {
    title: 'Components: on their page, with descriptions and templates, and on a form',
    async run({ page, admin }) {
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
    },
  },
  {
    title: 'Custom fields: on their page, a form, a bug, in its activity and in rows',
    async run({ page, admin }) {
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
      await button(page, 'Display').click();
      const menu = page.getByRole('dialog', { name: 'Display' });
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
    },
  },
  {
    title: 'Versions: on a bug, in its activity, on their pages and in the list of them',
    async run({ page, admin }) {
      const versions = await plantVersions(admin);
      const namesOfVersions = versions.map(({ name }) => name);
      expect(versions.length).toBeGreaterThan(payloads.length / 2);
      const [first, ...others] = versions;
      const bug = await admin.files({ foundIn: others.slice(0, 20).map(({ _id }) => _id) });
      await admin.edits(bug, { fixedIn: first?._id });
      await page.goto(`/bugs/${bug._id}`);
      await expect(page.getByRole('region', { name: 'Activity' })).toContainText(first?.name ?? '');
      await chooseMore(page, 'Resolve');
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
    },
  },
];

/** Labels named by the payloads that are valid names of labels. */
async function plantLabels(admin: Person): Promise<Label[]> {
  const labels: Label[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await admin.call('POST', '/api/labels', {
      name,
      color: 'red',
      description: name.slice(0, 50),
    });
    if (status === 201) labels.push(body as Label);
  });
  return labels;
}

/** Fields named by a payload of each kind, one with up to 100 payloads as options, and one for addresses. */
async function plantFields(admin: Person) {
  const define = async (name: string, more: object) =>
    (await admin.call('POST', '/api/custom-fields', { name, ...more })).body as CustomField;
  const named: CustomField[] = [];
  for (const sample of samples) {
    const defined = await define(sample.replaceAll('"', "'").slice(0, maxCustom.name), { kind: 'text' });
    if ('_id' in defined) named.push(defined);
  }
  const all = [
    ...new Set(payloads.map((text) => asTitle(text).slice(0, maxCustom.name).trim().toLowerCase())),
  ];
  const options = all
    .filter((name) => nameSchema.safeParse(name).success)
    .slice(0, 100)
    .map((name) => ({ name }));
  const chosen = await define('Chosen', { kind: 'option', options });
  const address = await define('Address', { kind: 'url' });
  return { named, chosen, address };
}

/** Versions whose names and descriptions are the payloads. */
async function plantVersions(admin: Person): Promise<Version[]> {
  const versions: Version[] = [];
  await each(payloads, async (name) => {
    const { status, body } = await admin.call('POST', '/api/versions', {
      name,
      state: 'planned',
      description: name,
    });
    if (status === 201) versions.push(body as Version);
  });
  return versions;
}

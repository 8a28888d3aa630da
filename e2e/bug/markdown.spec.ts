import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, chooseMore, expectToFit, goWithin, holdBack } from '#e2e/harness/screen.ts';

test('a description shows as Markdown or as its source, with tasks to tick', async ({ open, ada, bob }) => {
  const done = await ada.files({ title: 'Long done', status: 'resolved' });
  const other = await ada.files({ title: 'Still open' });
  const [resolved, present] = [`#${done.number}`, `#${other.number}`];
  const text = `## Steps

1. Open **it**
   - twice

> said

| name | count |
|:-----|------:|
| one  | 1     |

\`\`\`ts
const answer = "${'long '.repeat(80)}"; // comment
\`\`\`

![A screen](https://images.example/a.png), [the list](https://other.example/x) and https://a.example/, see ${resolved}, ${present}, #2147483647 and \`${present}\`.`;
  const bug = await ada.files({ description: text });
  const page = await open('/', { as: ada });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await goWithin(page, `/bugs/${bug._id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('cell', { name: '1', exact: true })).toHaveCSS('text-align', 'right');
  await expect(main.locator('pre .hljs-keyword')).toHaveText('const');
  await expect(main.getByRole('link', { name: 'Image: A screen' })).toHaveAttribute(
    'href',
    'https://images.example/a.png',
  );
  await expect(main.getByText('the list (other.example) and https://a.example/, see')).toBeVisible();
  const link = main.getByRole('link', { name: resolved, exact: true });
  await expect(link).toHaveAttribute('title', 'Long done (Resolved)');
  await expect(link).toHaveCSS('text-decoration-line', 'line-through');
  await expect(main.getByRole('link', { name: present, exact: true })).toHaveAttribute(
    'href',
    `/bugs/${other.number}`,
  );
  await expect(main.getByText('#2147483647').and(main.locator('a'))).toHaveCount(0);
  // One look-up for all of them, and no request to another origin.
  expect(asked.filter((url) => url.includes('/api/bugs/references'))).toHaveLength(1);
  expect(asked.filter((url) => new URL(url).hostname.endsWith('.example'))).toEqual([]);
  await expectNothingSeriousInLightAndDark(page, 'formatted');

  await test.step('on a phone, code and tables scroll within themselves', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the source shows what was typed', async () => {
    await chooseMore(page, 'Show source');
    await expect(main.getByRole('group', { name: 'Source' })).toHaveText(text, { useInnerText: true });
    await expectNothingSeriousInLightAndDark(page, 'source');
    await chooseMore(page, 'Show formatted');
    await expect(main.locator('strong', { hasText: 'it' })).toBeVisible();
  });

  await test.step('tasks are ticked by those who may edit, as an edit that can be undone', async () => {
    const description = 'To do:\n\n- [ ] One\n- [x] Two';
    const list = await ada.files({ description, assignedTo: bob._id });
    await goWithin(page, `/bugs/${list._id}`);
    const one = page.getByRole('checkbox', { name: 'One' });
    await one.click();
    await expect(one).toBeChecked();
    await expect(page.getByText(/: 2 of 2 tasks done/)).toBeVisible();
    await expect
      .poll(async () => (await ada.reads(list)).description)
      .toBe(description.replace('[ ]', '[x]'));
    await button(page, 'Undo').click();
    await expect(one).not.toBeChecked();
    await expect.poll(async () => (await ada.reads(list)).description).toBe(description);

    // Someone else ticks the neighbouring box before this tick arrives.
    const release = await holdBack(page, 'PUT', `/api/bugs/${list._id}`);
    await one.click();
    const theirs = description.replace('[x]', '[ ]');
    await ada.edits(list, { description: theirs });
    release();
    const both = theirs.replace('[ ] One', '[x] One');
    await expect.poll(async () => (await ada.reads(list)).description).toBe(both);
    await expect(one).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Two' })).not.toBeChecked();
    await ada.edits(list, { description });

    const reader = await open(`/bugs/${list._id}`, { as: bob });
    await expect(reader.getByRole('checkbox', { name: 'Two' })).toBeChecked();
    await expect(reader.getByRole('checkbox', { name: 'Two' })).toBeDisabled();
  });
});

import type { Page } from '@playwright/test';
import { click, type Screen, type Step, steps } from './steps.ts';

/** Gives the tracker components, versions, a custom field, relations, a vote and a question, of which it has none at first. */
const fill: Step = async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.evaluate(async () => {
    const call = async (method: string, address: string, body?: object) => {
      const response = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as unknown;
    };
    const list = async (address: string) => (await call('GET', address)) as { _id: string }[];
    if ((await list('/api/components')).length > 0) return;
    for (const name of ['Editor', 'Renderer', 'Account and permissions']) {
      await call('POST', '/api/components', { name });
    }
    for (const name of ['4.0', '4.1']) await call('POST', '/api/versions', { name, state: 'released' });
    await call('POST', '/api/versions', {
      name: '5.0',
      state: 'planned',
      description: 'The next **big** one',
    });
    await call('POST', '/api/custom-fields', {
      name: 'Severity',
      kind: 'option',
      options: [{ name: 'Crash' }, { name: 'Loss of data' }, { name: 'Minor' }],
    });
    await call('POST', '/api/custom-fields', { name: 'Report of the customer', kind: 'url' });
    await call('POST', '/api/views', { name: 'Urgent crashes', query: 'priority:high', isShared: true });
    const labels = await list('/api/labels');
    if (labels.length === 0) await call('POST', '/api/labels', { name: 'user interface', color: 'blue' });
    const [label] = await list('/api/labels');
    const components = await list('/api/components');
    const bugs = await list('/api/bugs?limit=8');
    for (const [index, { _id }] of bugs.entries()) {
      await call('PUT', `/api/bugs/${_id}`, {
        component: components[index % 3]?._id,
        ...(index % 2 === 0 && { labels: [label?._id] }),
      });
    }
    const [first, second, third, fourth] = bugs.map(({ _id }) => _id);
    const relate = (from: string | undefined, kind: string, bug: string | undefined) =>
      call('PUT', `/api/bugs/${from}/relations`, { kind, bug });
    await relate(second, 'blocks', first);
    await relate(first, 'parent-of', third);
    await call('PUT', `/api/bugs/${fourth}/duplicate-of`, { bug: first });
    await call('PUT', `/api/bugs/${first}/vote`, { environment: 'Firefox 152 on Linux' });
  });
  await page.reload();
};

const bugAt =
  (place: number): Step =>
  async (page) => {
    const address = await page.evaluate(async (at) => {
      const authorization = `Bearer ${localStorage.getItem('token') ?? ''}`;
      const response = await fetch('/api/bugs?limit=8', { headers: { authorization } });
      return `/bugs/${((await response.json()) as { _id: string }[])[at]?._id ?? ''}`;
    }, place);
    await page.goto(address);
    await page.locator('h1').waitFor();
  };

const scrollToRelations: Step = async (page) => {
  const panel = page.locator('section, aside').filter({ hasText: /Relations|Beziehungen/ });
  await panel.last().waitFor();
  await page.waitForTimeout(500);
  await panel.last().evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

const similar: Step = async (page) => {
  const title = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('token') ?? ''}`;
    const response = await fetch('/api/bugs?limit=1', { headers: { authorization } });
    return ((await response.json()) as { title: string }[])[0]?.title ?? '';
  });
  await page.getByRole('textbox').first().fill(title);
};

const asAdmin = { as: 'admin' } as const;

/** What people work by: the board, triage, views, relations, fields of the tracker's own. */
export const workScreens: readonly Screen[] = [
  { name: 'cards', address: '/bugs', ...asAdmin, prepare: fill },
  { name: 'cards-german', address: '/bugs', ...asAdmin, language: 'de', prepare: fill },
  { name: 'board', address: '/board', ...asAdmin, prepare: fill },
  { name: 'board-german', address: '/board', ...asAdmin, language: 'de', prepare: fill },
  { name: 'triage', address: '/triage', ...asAdmin, prepare: fill },
  {
    name: 'triage-done',
    address: '/triage',
    ...asAdmin,
    language: 'de',
    prepare: steps(fill, click('Zurückstellen'), (page) => page.getByRole('menuitem').first().click()),
  },
  { name: 'views-menu', address: '/bugs', ...asAdmin, prepare: steps(fill, click('Views')) },
  { name: 'views-page', address: '/views', ...asAdmin, prepare: fill },
  { name: 'relations', address: '/bugs', ...asAdmin, prepare: steps(fill, bugAt(0), scrollToRelations) },
  {
    name: 'relations-german',
    address: '/bugs',
    ...asAdmin,
    language: 'de',
    prepare: steps(fill, bugAt(0), scrollToRelations),
  },
  { name: 'duplicate', address: '/bugs', ...asAdmin, prepare: steps(fill, bugAt(3)) },
  { name: 'votes', address: '/bugs', ...asAdmin, prepare: steps(fill, bugAt(0)) },
  { name: 'similar', address: '/bugs/create', ...asAdmin, prepare: steps(fill, similar) },
  { name: 'query', address: '/bugs?q=status%3Aopen%20priority%3Ahigh', ...asAdmin, prepare: fill },
  { name: 'query-error', address: '/bugs?q=status%3Aopne%20(priority%3Ahigh', ...asAdmin, prepare: fill },
  { name: 'fields', address: '/admin/fields', ...asAdmin, prepare: fill },
  { name: 'field-create', address: '/admin/fields', ...asAdmin, prepare: steps(fill, click('New Field')) },
  { name: 'fields-form', address: '/bugs/create', ...asAdmin, language: 'de', prepare: fill },
  { name: 'versions-page', address: '/versions', ...asAdmin, prepare: fill },
  { name: 'versions-admin', address: '/admin/versions', ...asAdmin, language: 'de', prepare: fill },
  { name: 'components-page', address: '/admin/components', ...asAdmin, prepare: fill },
];

import type { Page } from '@playwright/test';
import { seedPassword } from '#server/seed/seed.ts';
import { click, failAt, type Screen, type Step, steps } from './steps.ts';

/**
 * Gives the tracker components, versions, a custom field, relations, a vote and a question, none of which it has at
 * first.
 */
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
      description: 'Faster, with a new editor',
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

/** Makes a user comment on a bug, and the viewer answer. */
const discuss: Step = async (page) => {
  const { request } = page;
  const tokenOf = async (email: string) => {
    const response = await request.post('/api/users/login', { data: { email, password: seedPassword } });
    return ((await response.json()) as { token: string }).token;
  };
  const [ada, chidi] = await Promise.all(['ada.okafor@example.com', 'chidi.tanaka@example.com'].map(tokenOf));
  const as = (token: string | undefined, data?: object) => ({
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  const response = await request.get('/api/bugs?limit=6', as(ada));
  const bug = ((await response.json()) as { _id: string; comments: number }[])[5];
  if (!bug || bug.comments > 0) return;
  const comment = async (token: string | undefined, body: string) => {
    const created = await request.post(`/api/bugs/${bug._id}/comments`, as(token, { body }));
    if (!created.ok()) throw new Error(await created.text());
  };
  const log = 'form.send()    app.js:41   401 unauthorized\ndraft.store()  app.js:57';
  await comment(
    chidi,
    `I see it in **Firefox**, too. The form is sent before its draft is stored:\n\n\`\`\`\n${log}\n\`\`\``,
  );
  await comment(
    ada,
    'Thanks, @Chidi Tanaka, that is the cause. The draft has to be stored first, as in #198.',
  );
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

/** Opens the menu for columns, if it is visible: a phone has no columns. */
const chooseColumns: Step = async (page) => {
  const button = page.getByRole('button', { name: 'Display' });
  await page
    .getByRole('button', { name: /^Filter/ })
    .first()
    .waitFor();
  if (await button.isVisible()) await button.click();
};

const saveView: Step = steps(fill, click('Views'), (page) =>
  page.getByRole('menuitem', { name: /^Save as new view/ }).click(),
);

const asAdmin = { as: 'admin' } as const;

/** The screens of daily work: the board, triage, views, relations, and the tracker's custom fields. */
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
  {
    name: 'conversation',
    address: '/bugs',
    ...asAdmin,
    prepare: steps(fill, discuss, bugAt(5)),
  },
  { name: 'duplicate', address: '/bugs', ...asAdmin, prepare: steps(fill, bugAt(3)) },
  { name: 'votes', address: '/bugs', ...asAdmin, prepare: steps(fill, bugAt(0)) },
  { name: 'similar', address: '/bugs/create', ...asAdmin, prepare: steps(fill, similar) },
  { name: 'query', address: '/bugs?query=status%3Aopen%20priority%3Ahigh', ...asAdmin, prepare: fill },
  { name: 'query-error', address: '/bugs?query=status%3Aopne%20(priority%3Ahigh', ...asAdmin, prepare: fill },
  { name: 'fields', address: '/admin/fields', ...asAdmin, prepare: fill },
  { name: 'field-create', address: '/admin/fields', ...asAdmin, prepare: steps(fill, click('Create field')) },
  { name: 'fields-form', address: '/bugs/create', ...asAdmin, language: 'de', prepare: fill },
  { name: 'versions-page', address: '/versions', ...asAdmin, prepare: fill },
  { name: 'versions-admin', address: '/admin/versions', ...asAdmin, language: 'de', prepare: fill },
  { name: 'components-page', address: '/admin/components', ...asAdmin, prepare: fill },
  { name: 'components-refused', address: '/admin/components', as: 'newcomer' },
  {
    name: 'component-create',
    address: '/admin/components',
    ...asAdmin,
    language: 'de',
    prepare: steps(fill, click('Komponente anlegen')),
  },
  { name: 'version', address: '/versions', ...asAdmin, prepare: steps(fill, click('4.1', 'link')) },
  {
    name: 'version-create',
    address: '/admin/versions',
    ...asAdmin,
    prepare: steps(fill, click('Create version')),
  },
  {
    name: 'resolve',
    address: '/bugs',
    ...asAdmin,
    prepare: steps(fill, bugAt(0), click('More'), (page) =>
      page.getByRole('menuitem', { name: 'Resolve' }).click(),
    ),
  },
  {
    name: 'relation-create',
    address: '/bugs',
    ...asAdmin,
    language: 'de',
    prepare: steps(fill, bugAt(0), click('Beziehung hinzufügen')),
  },
  { name: 'columns-menu', address: '/bugs', ...asAdmin, prepare: steps(fill, chooseColumns) },
  { name: 'grouped', address: '/bugs?group=component', ...asAdmin, prepare: fill },
  {
    name: 'query-completion',
    address: '/bugs',
    ...asAdmin,
    prepare: steps(fill, (page) =>
      page.getByLabel('Search', { exact: true }).first().pressSequentially('status:open pri'),
    ),
  },
  { name: 'view-create', address: '/bugs?query=priority%3Ahigh', ...asAdmin, prepare: saveView },
  {
    name: 'views-error',
    address: '/views',
    ...asAdmin,
    prepare: failAt(/\/api\/(workspace|views)/, true),
  },
  { name: 'board-empty', address: '/board', as: 'newcomer' },
  { name: 'board-by-component', address: '/board?group=component', ...asAdmin, prepare: fill },
  { name: 'board-error', address: '/board', ...asAdmin, prepare: failAt(/\/api\/bugs/, true) },
  { name: 'triage-empty', address: '/triage', as: 'newcomer' },
  { name: 'triage-error', address: '/triage', ...asAdmin, prepare: failAt(/\/api\/(triage|bugs)/, true) },
  { name: 'triage-ask', address: '/triage', ...asAdmin, prepare: steps(fill, click(/^Ask/)) },
];

import { createComponent } from '#contract/classification/components.ts';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel, updateLabel } from '#contract/classification/labels.ts';
import { createVersion } from '#contract/classification/versions.ts';
import type { TestUser } from '#server/test/harness.ts';
import { type Row, type TestRows, unique } from '#server/test/rows.ts';

const aLabel = () => ({ name: unique('Label'), color: 'red' as const });
const ofLabel: Row = {
  id: async ({ admin }) => (await admin.call(createLabel, { body: aLabel() })).body._id,
};

const aComponent = () => ({ name: unique('Component') });
const ofComponent: Row = {
  id: async ({ admin }) => (await admin.call(createComponent, { body: aComponent() })).body._id,
};

const aField = () => ({ name: unique('Field'), kind: 'text' as const });
const ofField: Row = {
  id: async ({ admin }) => (await admin.call(createCustomField, { body: aField() })).body._id,
};

const aVersion = () => ({ name: unique('Version'), state: 'planned' as const });
const ofVersion: Row = {
  id: async ({ admin }) => (await admin.call(createVersion, { body: aVersion() })).body._id,
};

export const rows: TestRows = {
  endpoints: () => ({
    'POST /api/labels': { body: aLabel },
    'PUT /api/labels/:id': { ...ofLabel, body: () => ({ archived: true }) },
    'DELETE /api/labels/:id': ofLabel,
    'POST /api/components': { body: aComponent },
    'PUT /api/components/:id': { ...ofComponent, body: () => ({ archived: true }) },
    'DELETE /api/components/:id': ofComponent,
    'POST /api/custom-fields': { body: aField },
    'PUT /api/custom-fields/:id': { ...ofField, body: () => ({ archived: true }) },
    'PUT /api/custom-fields/:id/position': { ...ofField, body: () => ({ before: null }) },
    'GET /api/versions/:id': ofVersion,
    'GET /api/versions/:id/bugs': { ...ofVersion, query: '?list=open' },
    'POST /api/versions': { body: aVersion },
    'PUT /api/versions/:id': { ...ofVersion, body: () => ({ state: 'archived' }) },
    'PUT /api/versions/:id/position': { ...ofVersion, body: () => ({ before: null }) },
    'DELETE /api/versions/:id': ofVersion,
  }),
  resources: { 'label settings': () => ({ creators: 'admins' }) },
  async define({ admin }) {
    const label = await admin.call(createLabel, { body: { name: 'Gasse ǅ', color: 'teal' } });
    const name = 'Straße ǅ "🦗"';
    await admin.call(updateLabel, { params: { id: label.body._id }, body: { name } });
    const component = await admin.call(createComponent, {
      body: { name: 'Oberfläche 🦗', owner: admin._id, template: '## Schritte\n\n1. "…"' },
    });
    const version = await admin.call(createVersion, {
      body: { name: '2.0 ǅ "🦗"', state: 'released', date: '2026-11-21' },
    });
    return {
      component: component.body._id,
      labels: [label.body._id],
      foundIn: [version.body._id],
      fixedIn: version.body._id,
      custom: await defineFields(admin, component.body._id),
    };
  },
};

/** Defines a field of each kind: the values of a bug. */
async function defineFields(
  admin: TestUser,
  component: string,
): Promise<Record<string, string | number | boolean | string[]>> {
  const custom: Record<string, string | number | boolean | string[]> = {};
  const values = {
    text: '"ǅ" 🦗',
    number: -0.000_001,
    date: '2026-02-28',
    boolean: false,
    person: admin._id,
    url: 'https://example.org/ß',
  };
  for (const [kind, value] of Object.entries(values)) {
    const body = { name: `Feld ${kind} 🦗`, kind: kind as 'text', components: [component] };
    custom[(await admin.call(createCustomField, { body })).body._id] = value;
  }
  for (const kind of ['option', 'options'] as const) {
    const options = [{ name: 'Groß' }, { name: 'klein ǅ', archived: true }, { name: '🦗' }];
    const field = await admin.call(createCustomField, {
      body: { name: `Feld ${kind}`, kind, options, initial: kind === 'option' ? 'groß' : ['🦗'] },
    });
    const [first, , last] = field.body.options.map(({ _id }) => _id);
    custom[field.body._id] = kind === 'option' ? (first ?? '') : [last ?? '', first ?? ''];
  }
  return custom;
}

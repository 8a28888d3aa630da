import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CustomValue } from '#contract/classification/custom-field.ts';
import { type CustomField, type CustomKind, customKinds } from '#contract/classification/custom-fields.ts';
import { queryFields } from '#contract/query/fields.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { knownQueryFields } from '#web/lib/bugs/query-fields.ts';
import { customFields, usable } from '#web/features/classification/data.ts';
import { customColumns } from './custom-view.tsx';
import { FieldInput } from './FieldInput.tsx';

const field = (name: string, kind: CustomKind, rest?: Partial<CustomField>): CustomField => ({
  _id: name,
  name,
  kind,
  isRequired: false,
  initial: null,
  components: [],
  options: [],
  position: 0,
  archived: false,
  ...rest,
});

const fields = [...customKinds.map((kind) => field(kind, kind)), field('old', 'text', { archived: true })];

function columnsOf(defined: readonly CustomField[]) {
  const client = new QueryClient();
  client.setQueryData(customFields.query.queryKey, [...defined]);
  return customColumns(client);
}

test('each field that is not archived has a column; none before they are known', () => {
  expect(columnsOf(fields).map(({ label }) => label)).toEqual(customKinds);
  expect(customColumns(new QueryClient())).toEqual([]);
});

test('a field of any kind can be set in bulk, and has an input control', () => {
  expect(usable(fields).map(({ kind }) => kind)).toEqual(customKinds);
  // The control for people is the same as for assignees.
  for (const { name: label, ...definition } of usable(fields).filter(({ kind }) => kind !== 'person')) {
    const input = <FieldInput field={definition} label={label} input={null} onChange={() => undefined} />;
    const html = renderToStaticMarkup(input);
    expect([label, /<input|role="combobox"/.test(html)]).toEqual([label, true]);
  }
});

test('queries know the same fields, archived ones included', () => {
  const client = new QueryClient();
  client.setQueryData(customFields.query.queryKey, fields);
  const added = knownQueryFields(client).slice(queryFields.length);
  expect(added.map(({ name }) => name)).toEqual([...customKinds, 'old']);
  expect(knownQueryFields(new QueryClient())).toEqual(queryFields);
});

const ref = (name: string) => ({ _id: name, name });
const script = '<script>alert(1)</script>';

test.each<[CustomKind, CustomValue, string]>([
  ['text', script, '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['number', 1234.5, '1,234.5'],
  ['date', '2026-11-23', 'Nov 23, 2026'],
  ['option', ref('Crash'), 'Crash'],
  ['options', [ref('Crash'), ref('Slow')], 'Crash, Slow'],
  ['person', ref('Ada Lovelace'), 'Ada Lovelace'],
  ['boolean', true, 'Yes'],
  ['boolean', false, 'No'],
  ['url', 'https://example.org/a?b', 'example.org'],
  ['url', 'javascript:alert(1)', 'javascript:alert(1)'],
])('a cell of the kind %s has %j as %s', (kind, value, text) => {
  const { html, text: shown } = cell(kind, { [kind]: value });
  expect(shown).toBe(text);
  expect(html.includes('<a ')).toBe(text === 'example.org');
});

test('a cell without a value is empty', () => {
  expect(cell('text', {}).text).toBe('');
});

function cell(kind: CustomKind, custom: Record<string, CustomValue>) {
  const Cell = columnsOf(fields).find(({ label }) => label === kind)?.Cell;
  const html = renderToStaticMarkup(Cell && <Cell bug={{ custom } as Bug} />);
  return { html, text: html.replaceAll(/<style.*?<\/style>|<[^>]*>/g, '') };
}

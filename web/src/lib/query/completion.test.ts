import { expect, test } from 'vitest';
import { queryFields } from '#contract/query/fields.ts';
import { completionsAt, lexemesOf } from './completion.ts';
import type { Vocabulary } from './filter-terms.ts';

const known: Record<string, readonly { _id: string; name: string }[]> = {
  assignedTo: [
    { _id: 'a', name: 'Ada Okafor' },
    { _id: 'e', name: 'Élise Żak' },
  ],
  labels: ['crash', 'needs, info', '5" screen', 'none'].map((name) => ({ _id: name, name })),
};
const vocabulary: Vocabulary = { fields: queryFields, named: (key) => known[key] ?? [] };

/** The options at `|`, and what they replace in brackets. */
function offered(marked: string, isAsked = false): string {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completionsAt(text, cursor, vocabulary, isAsked);
  if (!found) return '';
  const replaced = text.slice(found.start, found.end);
  return `[${replaced}] ${found.options.map((option) => option.text).join(' ')}${found.isValue ? '' : ' …'}`;
}

test.each([
  ['', '|', ''],
  ['words', 'cras|', ''],
  ['a choice', 'status:|', '[] open in-progress resolved'],
  ['what begins like it', 'a STATUS:o| b', '[o] open'],
  ['nothing else than what is there', 'status:open|', ''],
  ['what is not chosen', 'status:open,|', '[] in-progress resolved'],
  ['a later word of it', 'status:prog|', '[prog] in-progress'],
  ['behind an operator', 'priority:>=m|', '[m] medium'],
  ['the end of a range', 'created:2026-01-01..t|', '[t] today'],
  ['people', 'assignee:|', '[] @me "Ada Okafor" "Élise Żak" none'],
  ['people by a part of their names', 'assignee:oka|', '[oka] "Ada Okafor"'],
  ['people without their marks', 'assignee:elise|', '[elise] "Élise Żak"'],
  ['a later name without its marks', 'assignee:zak|', '[zak] "Élise Żak"'],
  ['in quotes', 'label:"needs|', '["needs] "needs, info"'],
  ['names with quotes', 'label:5|', '[5] "5"" screen"'],
  ['what is called none', 'label:n|', '[n] "needs, info" "none" none'],
  ['facets', 'has:|', '[] labels files question comments votes'],
  ['orders', 'sort:-u|', '[-u] -updated'],
  ['comments', 'in:|', '[] comments'],
  ['names of fields in a query', 'status:open cre|', '[cre] created: …'],
  ['operators', 'status:open O|', '[O] OR  …'],
  ['in a negation', '-sta|', '[sta] status: …'],
  ['no words in quotes', 'status:open "sta|', ''],
])('%s: %s', (_, marked, expected) => {
  const [shown] = [offered(marked)];
  // Facets are in the order of the fields.
  expect(shown.split(' ').toSorted()).toEqual(expected.split(' ').toSorted());
});

test('fields are offered for plain words on request', () => {
  expect(offered('prio|', true)).toBe('[prio] priority: …');
  expect(offered('|', true)).toMatch(/^\[\] title: .*has: sort: in: …$/);
});

test('a query is split into its parts', () => {
  const text = '(label:"a b",c OR -x) created:2026-01-01..today "p q" stauts:open end:';
  expect(lexemesOf(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual([
    'parenthesis (',
    'field label:',
    'value "a b"',
    'value c',
    'operator OR',
    'operator -',
    'word x',
    'parenthesis )',
    'field created:',
    'value 2026-01-01..today',
    'phrase "p q"',
    'field stauts:',
    'value open',
    'word end:',
  ]);
});

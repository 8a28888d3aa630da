import { expect, test } from 'vitest';
import { mentionAt } from './mentions.ts';

test.each([
  ['@', { from: 0, name: '' }],
  ['Hello @An', { from: 6, name: 'An' }],
  ['(@Ann Le', { from: 1, name: 'Ann Le' }],
  ['line\n@Zoë', { from: 5, name: 'Zoë' }],
  [`${'x'.repeat(500)} @An`, { from: 501, name: 'An' }],
  ['ann@example.com', undefined],
  ['@ Ann', undefined],
  ['@Ann\nand', undefined],
  ['@Ann and many more words', undefined],
  ['none', undefined],
])('%j before the cursor', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention);
  expect(mentionAt(`${text} and so on`, text.length)).toEqual(mention);
});

import { expect, test } from 'vitest';
import { mentionAt } from './mentions.ts';

test.each([
  ['@', { from: 0, name: '' }],
  ['Hello @An', { from: 6, name: 'An' }],
  ['(@Ann Le', { from: 1, name: 'Ann Le' }],
  ['line\n@Zoë', { from: 5, name: 'Zoë' }],
  [`${'x'.repeat(500)} @An`, { from: 501, name: 'An' }],
  ['请@李', { from: 1, name: '李' }],
  ['请看，＠李', { from: 3, name: '李' }],
  ['_„@Ann', { from: 2, name: 'Ann' }],
  ['ann@example.com', undefined],
  ['social.example/@An', undefined],
  ['@ Ann', undefined],
  ['@Ann\nand', undefined],
  ['@Ann and many more words', undefined],
  ['none', undefined],
])('%j before the cursor', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention);
  expect(mentionAt(`${text} and so on`, text.length)).toEqual(mention);
});

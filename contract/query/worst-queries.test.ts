import { expect, test } from 'vitest';
import { bindQuery } from './bind.ts';
import { maxQuery, parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

/** The text, repeated up to the length of the longest query. */
const filled = (piece: string) => piece.repeat(Math.floor(maxQuery.length / [...piece].length));

const pieces =
  '( ) () - -( -- " "" "\u00a0 : a: "a": ": status: status:, label:" label:a, label:a.. a( a(\u00a0 f(x\u00a0 NOT\u00a0 NOT a\u00a0OR\u00a0 ' +
  'a\u00a0AND\u00a0 OR\u00a0 sort: in: has: , .. 1.. > @me a é 🦗 \u00a0 a\u0301 \u0301 İ -a\u00a0 é: a- _';

/** Beginnings of long tokens. */
const heads = 'status: label: label:" created: number: sort: x: " - (';
const tails = 'a , " "" . ( ) - : 9 a,';

const worst = [
  ...pieces.split(' ').map(filled),
  ...heads
    .split(' ')
    .flatMap((head) => tails.split(' ').map((tail) => (head + filled(tail)).slice(0, maxQuery.length))),
];

/** CPU milliseconds for fifty runs. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let i = 0; i < 50; i += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('no text takes far longer to parse or refuse than plain words', () => {
  const plain = () => costOf(() => parseQuery(filled('word ')));
  // The first try includes compilation.
  const most = 20 * Math.max(1, Math.min(plain(), plain(), plain()));
  const slow = worst.flatMap((text) => {
    const once = () => costOf(() => parseQuery(text));
    let cost = once();
    // A query that is slow for another reason is not slow three times in a row.
    for (let tries = 1; tries < 3 && cost >= most; tries += 1) cost = Math.min(cost, once());
    return cost < most ? [] : [`${text.slice(0, 20)}…: ${cost} ms, where ${most} are allowed`];
  });
  expect(slow).toEqual([]);
});

test('every text is a query that can be bound and printed, or is refused at a position within it', () => {
  const asker = { me: 'me', now: new Date('2026-01-31T12:00:00Z'), zone: 'UTC' };
  const wrong = worst.filter((text) => {
    const { query, error } = parseQuery(text);
    if (error) return error.start < 0 || error.start > error.end || error.end > text.length;
    bindQuery(query, asker);
    const printed = printQuery(query);
    return printed.length <= maxQuery.length && parseQuery(printed).error !== undefined;
  });
  expect(wrong).toEqual([]);
});

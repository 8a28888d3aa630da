import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';

test.each([
  [
    'a@x.org, b@x.org;c@x.org\nd@x.org e@x.org\r\n',
    ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org'],
    [],
  ],
  ['Jane Doe <jane@x.org>, "Doe, Joe" <joe@x.org>', ['jane@x.org', 'joe@x.org'], []],
  ['<a@x.org> <b@x.org>\nmailto:c@x.org', ['a@x.org', 'b@x.org', 'c@x.org'], []],
  ['Jane, jane@x, jane@x.org', ['jane@x.org'], ['Jane', 'jane@x']],
  ['Jane <jane@x>', [], ['jane@x']],
  [' ,;\n', [], []],
])('the addresses in %j are found', (text, addresses, others) => {
  expect(addressesIn(text)).toEqual({ addresses, others });
});

test.each(['<', '"', 'a ', '<a', '<>'])('reads many %j in linear time', (part) => {
  const begin = performance.now();
  addressesIn(part.repeat(50_000));
  expect(performance.now() - begin).toBeLessThan(2_000);
});

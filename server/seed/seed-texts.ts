/** Words for lifelike data: the bugs of a made-up shop application and the people who find them. */

type Pick = <T>(from: readonly T[]) => T;

const firstNames = 'Ada Bruno Chidi Dalia Emre Freya Goran Hana Ines Jonas Kaya Lotte'.split(' ');
const lastNames = 'Okafor Lindqvist Moreau Tanaka Novák Silva Weber Haddad Rossi Kowalska Byrne'.split(' ');

/** The `i`th person; the first 132 differ in name, all in address. */
export function person(i: number): { name: string; email: string } {
  const first = firstNames[i % firstNames.length] ?? '';
  const last = lastNames[(i * 7 + Math.floor(i / firstNames.length)) % lastNames.length] ?? '';
  const ascii = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^a-z.]/gi, '')
    .toLowerCase();
  const again = i < firstNames.length ? '' : String(i + 1);
  return { name: `${first} ${last}`, email: `${ascii}${again}@example.com` };
}

const places = [
  'Checkout',
  'Search page',
  'Order history',
  'Invoice PDF',
  'Password reset',
  'Sign-in page',
  'Product page',
  'Shopping basket',
  'Gift card form',
  'Returns form',
  'Newsletter form',
  'Delivery tracking',
  'Wish list',
  'Address book',
  'Discount code field',
  'Stock import',
  'Monthly report',
  'Customer export',
  'Image upload',
  'Mobile menu',
] as const;

const faults = [
  ['shows an empty page', 'The page stays white. The console has one line: TypeError: items is undefined.'],
  [
    'loses what was typed when the session ends',
    'After half an hour away, sending the form leads to the sign-in page, and the text is gone.',
  ],
  [
    'is slow with more than 500 entries',
    'Opening it takes about eight seconds. With 50 entries it is instant.',
  ],
  ['counts one item twice', 'The total is off by one. It is right again after a reload.'],
  [
    'cuts off long names',
    'Names over 40 characters end in the middle of a word, and there is no way to see the rest.',
  ],
  ['ignores the chosen language', 'Everything is German except this part, which stays English.'],
  [
    'cannot be used with the keyboard alone',
    'Tab skips the main button. Screen reader users cannot get past this step.',
  ],
  ['sends the e-mail twice', 'Two messages arrive within a second of each other, with the same text.'],
  [
    'shows yesterday’s prices',
    'Prices change at midnight, the page follows at about nine. Probably a cache.',
  ],
  ['fails for addresses with an apostrophe', 'O’Connell Street is refused with "invalid input".'],
  ['breaks the layout on small screens', 'At 360 pixels the button lies on top of the price.'],
  ['forgets the filter when going back', 'Filter, open an entry, go back: everything is listed again.'],
  ['rounds the tax wrongly', '19.995 becomes 19.99 here and 20.00 on the invoice.'],
  ['answers with error 500 for an empty file', 'An empty CSV should say that it is empty.'],
  ['does not show who made the change', 'Support has to ask around who edited an order.'],
] as const;

const where = [
  'in Firefox',
  'in Safari',
  'in Chrome',
  'on Android',
  'on the iPad',
  'everywhere',
  'in the test shop',
] as const;
const since = [
  'since the last release',
  'since Monday',
  'now and then',
  'every time',
  'for some customers',
] as const;

const steps = [
  '1. Sign in as an ordinary customer\n2. Open the page from the menu\n3. Wait a moment',
  '1. Open the page in two tabs\n2. Change something in the first\n3. Reload the second',
  '1. Use an account with many orders\n2. Sort by date\n3. Scroll to the end',
] as const;

const remarks = [
  'I can **reproduce** this on the test shop.',
  'Same here, with two different accounts.',
  'It started after the update of the payment module, see `checkout.log`:\n\n```\nWARN  retry 1 of 3\nERROR no answer after 5000 ms\n```',
  'Could you try again with an empty cache?',
  '> every time\n\nNot for me: about one time in five.',
  'A fix is in review:\n\n- [x] cover it by a test\n- [ ] tell the customer',
  'Thanks, that helped.',
] as const;

/** The text of a comment. */
export function remark(pick: Pick): string {
  return pick(remarks);
}

/** The `i`th bug report. */
export function report(pick: Pick, i: number): { title: string; description: string } {
  const place = places[i % places.length] ?? places[0];
  const [fault, details] = pick(faults);
  return {
    title: `${place} ${fault}`,
    description: `${details}\n\nSeen ${pick(where)}, ${pick(since)}.\n\nSteps:\n${pick(steps)}\n\nReported by customer ${1000 + i}.`,
  };
}

import { expect, test } from 'vitest';
import { changelogOf } from './changelog.ts';

test('a changelog has a heading, and a line with a link for each bug', () => {
  const bugs = [
    { number: 42, title: 'The list is empty' },
    { number: 7, title: 'Über 1.0' },
  ];
  expect(changelogOf({ name: '2.3', date: '2026-11-21' }, bugs, 'https://bugs.example.com')).toBe(
    `## 2.3 (2026-11-21)

- The list is empty ([#42](https://bugs.example.com/bugs/42))
- Über 1.0 ([#7](https://bugs.example.com/bugs/7))
`,
  );
});

test('titles and names stay text', () => {
  const bugs = [{ number: 1, title: '<b>*x*</b> [y](z) `c` _d_ # \\ | ~~e~~ ![f](g)' }];
  const text = changelogOf({ name: '1_0*', date: null }, bugs, '');
  expect(text.split('\n')[0]).toBe(String.raw`## 1\_0\*`);
  expect(text.split('\n')[2]).toBe(
    String.raw`- \<b\>\*x\*\</b\> \[y\]\(z\) \`c\` \_d\_ \# \\ \| \~\~e\~\~ \!\[f\]\(g\) ([#1](/bugs/1))`,
  );
});

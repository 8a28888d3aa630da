import { expect, test } from 'vitest';
import { changelogOf } from './VersionPage.tsx';

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

test('titles neither mention anyone nor are links', () => {
  const bugs = [
    { number: 1, title: '@org/team, see www.evil.example' },
    { number: 2, title: 'WWW.evil.example and https://evil.example or ftp://x, not a:b' },
    { number: 3, title: 'Mail from me@example.com' },
    { number: 4, title: 'As in #12, org/repository#1 or GH-1, not # 2' },
  ];
  expect(changelogOf({ name: '@ann', date: null }, bugs, 'https://bugs.example.com').split('\n')).toEqual([
    '## @&#8203;ann',
    '',
    '- @&#8203;org/team, see www&#8203;.evil.example ([#1](https://bugs.example.com/bugs/1))',
    '- WWW&#8203;.evil.example and https:&#8203;//evil.example or ftp:&#8203;//x, not a:b ([#2](https://bugs.example.com/bugs/2))',
    '- Mail from me@&#8203;example.com ([#3](https://bugs.example.com/bugs/3))',
    String.raw`- As in \#&#8203;12, org/repository\#&#8203;1 or GH&#8203;\-1, not \# 2 ([#4](https://bugs.example.com/bugs/4))`,
    '',
  ]);
});

test('titles and names stay text', () => {
  const bugs = [{ number: 1, title: '<b>*x*</b> [y](z) `c` _d_ # \\ | ~~e~~ ![f](g)' }];
  const text = changelogOf({ name: '1_0*', date: null }, bugs, '');
  expect(text.split('\n')[0]).toBe(String.raw`## 1\_0\*`);
  expect(text.split('\n')[2]).toBe(
    String.raw`- \<b\>\*x\*\</b\> \[y\]\(z\) \`c\` \_d\_ \# \\ \| \~\~e\~\~ \!\[f\]\(g\) ([#1](/bugs/1))`,
  );
});

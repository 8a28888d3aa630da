import { expect, test } from 'vitest';
import { hostBehind } from './link-host.ts';

const own = 'bugs.example.com';

test.each([
  ['https://evil.example/login', 'Open the bug', 'evil.example'],
  ['https://evil.example:8443/', 'https://bugs.example.com/', 'evil.example:8443'],
  ['https://bugs.example.com@evil.example/', 'bugs.example.com', 'evil.example'],
  ['https://bugs.example.com.evil.example/', 'bugs.example.com', 'bugs.example.com.evil.example'],
  ['https://xn--exmple-cua.example/', 'https://example.example/', 'xn--exmple-cua.example'],
  ['mailto:eve@evil.example?subject=x', 'Ask the admin', 'eve@evil.example'],
  ['https://evil.example/', '', 'evil.example'],
])('the host behind %s with the text "%s"', (address, text, host) => {
  expect(hostBehind({ address, text, own })).toBe(host);
});

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['https://a.example/', 'a.example'],
  ['http://A.example/x', ' a.example/x/ '],
  ['https://xn--exmple-cua.example/', 'https://ex\u00e4mple.example'],
  ['mailto:ann@a.example', 'ann@a.example'],
  ['https://bugs.example.com/bugs/1', 'The bug'],
])('%s with the text "%s" shows no host', (address, text) => {
  expect(hostBehind({ address, text, own })).toBe('');
});

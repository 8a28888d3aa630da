import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without variables, everything has its default', () => {
  expect(readConfig({ PORT: '', TRUST_PROXY: '' })).toEqual({
    port: 3000,
    host: 'localhost',
    databaseUrl: 'file:./data/katydid.db',
    logLevel: 'info',
    settings: { publicUrl: 'http://localhost:3000', registration: 'open', trustedProxies: [] },
  });
});

test('proxies are trusted by address and range, links come from the public address', () => {
  const { settings } = readConfig({
    PUBLIC_URL: 'https://bugs.example.com/',
    REGISTRATION: 'invite',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
  });
  expect(settings).toEqual({
    publicUrl: 'https://bugs.example.com',
    registration: 'invite',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'],
  });
});

test.each([
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'data.db'],
  ['LOG_LEVEL', 'loud'],
  ['REGISTRATION', 'maybe'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['TRUST_PROXY', 'proxy.example.com'],
  ['PUBLIC_URL', 'bugs.example.com'],
  ['PUBLIC_URL', 'https://example.com/bugs'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Bad configuration: ${name} must be`);
});

test('a password in an address is not repeated', () => {
  const url = 'postgress://user:secret@host/db';
  expect(() => readConfig({ DATABASE_URL: url })).toThrow('(it is "postgress://…@host/db")');
});

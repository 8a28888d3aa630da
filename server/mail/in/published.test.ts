import { expect, test } from 'vitest';
import { rawMail } from '#server/test/mail/mails.ts';
import { publishedIn, publishedInFile } from './published.ts';
import { publishedInThread } from './thread.ts';

const token = '0123456789abcdef'.repeat(2);
const user = '01900000-0000-7000-8000-000000000000';
const signature = `${'a-_'.repeat(14)}b`;
const link = `https://bugs.example.com/unsubscribe?user=${user}&signature=${signature}`;
const proofpoint = link.replaceAll(/[-_?=&:]/gu, (character) =>
  character === '_' ? '-5F' : `-${character.charCodeAt(0).toString(16).toUpperCase()}`,
);

test.each([
  `Answer to Reply+${token.toUpperCase()}@bugs.example.com.`,
  `https://safe.example/?to=mailto%3Areply%2B${token}%40x`,
  `mailto-3Areply-2B${token}-40x`,
  `reply+${token}`,
])('the token of an address is found in %s', (text) => {
  expect(publishedIn(text)).toEqual({ tokens: [token], links: [] });
});

test.each([
  `Stop: <${link}>`,
  `?url=${encodeURIComponent(link)}&d=1`,
  link.replace('&', '&amp;'),
  proofpoint.replaceAll('/', '_'),
])('a link that stops mail is found in %s', (text) => {
  expect(publishedIn(text).links).toContainEqual({ user, signature });
});

test.each([token, `reply+${token}0@x`, `reply+${token.slice(1)}@x`, link.slice(0, -1)])(
  'nothing is found in %s',
  (text) => {
    expect(publishedIn(text)).toEqual({ tokens: [], links: [] });
  },
);

test('the number of tokens found in a file is limited, as in a text', () => {
  const line = (n: number) => Buffer.from(`+${n.toString(16).padStart(32, '0')}.`).toString('base64');
  const lines = Array.from({ length: 2_000 }, (_, n) => `${line(n)}\n\n`).join('');
  expect(publishedInFile(Buffer.from(lines)).tokens).toHaveLength(1_000);
});

test('tokens and links are found in a nested message, in a thread', async () => {
  const headers = { 'reply-to': `reply+${token}@bugs.example.com` };
  const [from, to] = ['a@example.com', 'b@example.com'];
  const content = rawMail({ from, to, text: link, headers });
  const files = [{ name: 'a.eml', type: 'message/rfc822', content }];
  const found = await publishedInThread(
    rawMail({ from, to, text: 'x', files }),
    new AbortController().signal,
  );
  expect(found.tokens).toContain(token);
  expect(found.links).toContainEqual({ user, signature });
});

test.each([`+${token}`, link, '-2B', `unsubscribe?user=${user}&signature=`, 'a-2D'])(
  'takes time in proportion to the text: %s',
  (part) => {
    const start = process.cpuUsage();
    publishedIn(part.repeat(1_000_000 / part.length));
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  },
);

import { expect, test } from 'vitest';
import { PermanentFailure } from '#server/jobs/job.ts';
import { parseInThread } from './thread.ts';

const ours = { publicUrl: 'https://bugs.example.com', replyTo: undefined };
const { signal } = new AbortController();

const flowed = (lines: number) => `content-type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(lines)}`;
const part = (boundary: string) =>
  `--${boundary}\r\ncontent-type: multipart/mixed; boundary=${boundary}1\r\n\r\n`;
const parts = (boundary: string, count: number) =>
  `content-type: multipart/mixed; ${boundary}\r\n\r\n${'--ab\r\n\r\nx\r\n'.repeat(count)}--ab--\r\n`;
const nested = `content-type: multipart/mixed; boundary=a\r\n\r\n${Array.from({ length: 21 }, (_, i) => part(`a${'1'.repeat(i)}`)).join('')}`;
const limits = { processor: 60_000, perMegabyte: 0, memory: 256, time: 120_000 };

test.each([
  ['memory', `\r\n${'a\r\n'.repeat(500_000)}`, { ...limits, memory: 28 }, /out of memory/i],
  ['time', flowed(2_000_000), { ...limits, processor: 200 }, /took too long/],
  ['parts', parts('boundary="ab"', 501), limits, /more than 500 parts/],
  [
    'parts, with its boundary in pieces,',
    parts('boundary*0=a; boundary*1=b', 501),
    limits,
    /more than 500 parts/,
  ],
  ['depth', nested, limits, /within more than 20 others/],
])(
  'a message that takes too much %s is not retried, and the next one is read',
  { tags: ['slow'] },
  async (_, text, limit, reason) => {
    const raw = Buffer.from(`from: a@example.com\r\n${text}`);
    const error: unknown = await parseInThread({ raw, ours }, signal, limit).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PermanentFailure);
    expect(String(error)).toMatch(reason);
    const next = Buffer.from('from: b@example.com\r\n\r\nHello\r\n');
    const mail = await parseInThread({ raw: next, ours }, signal);
    expect(mail.from).toBe('b@example.com');
  },
);

test('a message that waited too long for a processor is retried', async () => {
  const raw = Buffer.from(`from: a@example.com\r\n${flowed(2_000_000)}`);
  const reading = parseInThread({ raw, ours }, signal, { ...limits, time: 200 });
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  expect(String(error)).toBe('Error: Reading an e-mail waited too long for a processor');
  expect(error).not.toBeInstanceOf(PermanentFailure);
});

test('many parts, and text that looks like parts, are read', async () => {
  const raw = Buffer.from(`from: a@example.com\r\n${parts('boundary=ab', 400)}${'-- \r\n'.repeat(1_000)}`);
  expect((await parseInThread({ raw, ours }, signal)).text.match(/x/gu)).toHaveLength(400);
});

test('a long file of short lines is read', { tags: ['slow'] }, async () => {
  const file = 'content-disposition: attachment; filename=a.csv\r\n\r\n';
  const raw = Buffer.from(
    `from: a@example.com\r\ncontent-type: text/csv\r\n${file}${'1;2\r\n'.repeat(1_000_000)}`,
  );
  const { files } = await parseInThread({ raw, ours }, signal, { ...limits, memory: 64 });
  expect(files).toMatchObject([{ name: 'a.csv', content: { byteLength: 4_000_000 } }]);
});

test.each([
  ['of nothing else', `content-type: text/html\r\n\r\n`],
  [
    'beside plain text',
    'content-type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nHello\r\n--a\r\ncontent-type: text/html\r\n\r\n',
  ],
])('a megabyte of hostile HTML %s is read in time', async (_, head) => {
  const raw = Buffer.from(`from: a@example.com\r\n${head}${'<a href="'.repeat(110_000)}`);
  const mail = await parseInThread({ raw, ours }, signal);
  expect(mail.text.trim()).toBe(head.includes('Hello') ? 'Hello' : '');
});

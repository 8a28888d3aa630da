import { expect, test } from 'vitest';
import { PermanentFailure } from '#server/jobs/job.ts';
import { parseInThread } from './parse-thread.ts';

const ours = { publicUrl: 'https://bugs.example.com', replyTo: undefined };
const { signal } = new AbortController();

const flowed = `content-type: text/plain; format=flowed\r\n\r\n${'a \r\n'.repeat(5_000_000)}`;
const parts = `content-type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n\r\nx\r\n'.repeat(2_000_000)}`;

test.each([
  ['memory', flowed, { time: 60_000, memory: 28 }, /out of memory/i],
  ['time', parts, { time: 1_000, memory: 512 }, /took too long/],
])(
  'a message that takes too much %s is not tried again, and the next one is read',
  async (_, text, limits, reason) => {
    const raw = Buffer.from(`from: a@example.com\r\n${text}`);
    const error: unknown = await parseInThread({ raw, ours }, signal, limits).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PermanentFailure);
    expect(String(error)).toMatch(reason);
    const next = Buffer.from('from: b@example.com\r\n\r\nHello\r\n');
    const { memory } = limits;
    const mail = await parseInThread({ raw: next, ours }, signal, { time: 60_000, memory });
    expect(mail.from).toBe('b@example.com');
  },
);

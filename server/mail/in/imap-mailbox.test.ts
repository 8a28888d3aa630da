import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { atEnd } from '#server/test/at-end.ts';
import { imapServer } from '#server/test/mail/imap-server.ts';
import { hangingServer } from '#server/test/mail/mail-sink.ts';
import { withMailbox } from './imap-mailbox.ts';
import type { ImapSettings } from './mail-in-settings.ts';

/** The error of a failed poll, as admins see it. */
async function failure(settings: ImapSettings, timeouts = {}): Promise<string> {
  const { signal } = new AbortController();
  const error = await withMailbox(settings, { signal, maxBytes: 1_000, timeouts }, async () => {}).then(
    () => new Error('It does not fail'),
    (reason: unknown) => reason as Error,
  );
  expect(error.cause).toBeUndefined();
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(settings.password);
  return error.message;
}

test('the error for a wrong password does not contain it', async () => {
  const { settings } = await imapServer();
  const password = 'wr0ng';
  expect(await failure({ ...settings, password })).toMatch(
    /^The IMAP server 127\.0\.0\.1:\d+ does not accept the user name or the password: /,
  );
});

/** A server that sends a greeting to every client, and a response to each line. */
async function rudeServer(greeting: string, answer: (line: string) => string): Promise<ImapSettings> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => void socket.write(answer(data.toString())));
    socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, tls: 'none', user: 'katydid', password: 's3cret', mailbox: 'INBOX' };
}

const quick = { greeting: 300, silence: 300 };

test('a misbehaving server fails the poll in time, with the password redacted', async () => {
  const echo = await rudeServer('* OK ready\r\n', (line) => `${line.split(' ')[0]} NO I read: ${line}`);
  expect(await failure(echo, quick)).toContain('…');
  const { port } = await hangingServer();
  expect(await failure({ ...echo, port }, quick)).toContain('cannot be read');
  const mute = await rudeServer('* OK ready\r\n', () => '');
  expect(await failure(mute, quick)).toContain('cannot be read');
  const slow = await rudeServer('* OK ready\r\n', () => '');
  expect(await failure(slow, { all: 300 })).toContain('took too long');
  const nonsense = await rudeServer('\0\xff{99999999999}\r\n(((((', () => '* (((( {3}\r\n');
  expect(await failure(nonsense, quick)).toContain('cannot be read');
});

test('a server without STARTTLS gets no password over the network', async () => {
  const lines: string[] = [];
  const server = await rudeServer('* OK ready\r\n', (line) => {
    lines.push(line);
    const tag = line.split(' ')[0];
    return line.includes('CAPABILITY')
      ? `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`
      : `${tag} OK done\r\n`;
  });
  expect(await failure({ ...server, tls: 'upgrade' }, quick)).toContain('cannot be read');
  expect(lines.join('')).not.toMatch(/LOGIN|AUTHENTICATE/);
});

test('a self-signed certificate is refused before the password is sent', async () => {
  const { settings } = await imapServer({ isEncrypted: true });
  expect(await failure({ ...settings, tls: 'start' })).toMatch(/self-signed|expired/);
});

test('the work ends when the server stops', async () => {
  const { port, connections } = await hangingServer();
  const settings: ImapSettings = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    user: 'a',
    password: 'b',
    mailbox: 'INBOX',
  };
  const stopping = new AbortController();
  const worked = withMailbox(settings, { signal: stopping.signal, maxBytes: 1_000 }, async () => {});
  await expect.poll(connections).toBe(1);
  stopping.abort(new Error('The server stops'));
  await expect(worked).rejects.toThrow('The server stops');
});

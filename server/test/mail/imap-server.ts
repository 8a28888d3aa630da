import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';
import type { ImapSettings } from '#server/mail/in/mail-in-settings.ts';
import { atEnd } from '#server/test/at-end.ts';

/** An IMAP server with one mailbox, until the test file ends. With TLS, it has a certificate of its own. */
export async function imapServer({ isEncrypted = false } = {}) {
  const password = 's3cret: 100%';
  const server = hoodiecrow({
    plugins: ['LITERALPLUS', 'UNSELECT'],
    secureConnection: isEncrypted,
    users: { katydid: { password } },
    storage: { INBOX: { messages: [] } },
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  const { port } = server.server.address() as AddressInfo;
  const settings: ImapSettings = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    user: 'katydid',
    password,
    mailbox: 'INBOX',
  };
  return {
    settings,
    deliver: (raw: Uint8Array) =>
      server.appendMessage('INBOX', [], '16-Nov-2026 10:00:00 +0100', Buffer.from(raw).toString('latin1')),
    /** The flags of each message. */
    flags: () =>
      server.folderCache['INBOX']?.messages.map(({ flags }) =>
        flags.filter((flag) => flag !== '\\Recent').toSorted(),
      ),
    /** Makes all messages unread again. */
    unmark: () => {
      for (const stored of server.folderCache['INBOX']?.messages ?? []) stored.flags = [];
    },
    connections: () => sockets.size,
  };
}

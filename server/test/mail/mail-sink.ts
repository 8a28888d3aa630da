import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { atEnd } from '#server/test/at-end.ts';

/** A message that a mail server accepted. */
export interface ReceivedMail {
  /** As it was sent. */
  raw: string;
  parsed: Email;
  /** The sender and the recipients of the envelope. */
  from: string;
  to: string[];
  isEncrypted: boolean;
  user: string | undefined;
}

interface SinkOptions extends SMTPServerOptions {
  /** The refusal of a recipient, a status and a text; undefined if the recipient is accepted. */
  refuse?: (address: string) => [status: number, text: string] | undefined;
  /** The refusal of a message; undefined if the message is accepted. */
  refuseMessage?: (raw: string) => [status: number, text: string] | undefined;
}

/** A mail server that stores the messages that it accepts, until it is closed. */
export async function openSink({ refuse, refuseMessage, ...options }: SinkOptions = {}) {
  const messages: ReceivedMail[] = [];
  const users = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username = '', password }, session, done) {
      if (password !== 'secret') return done(Object.assign(new Error('Wrong'), { responseCode: 535 }));
      users.set(session.id, username);
      done(null, { user: username });
    },
    onRcptTo({ address }, _, done) {
      done(refusal(refuse?.(address)));
    },
    onData(stream, session, done) {
      const receive = async (): Promise<Error | null> => {
        const raw = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)).toString('utf8');
        const refused = refuseMessage?.(raw);
        if (refused) return refusal(refused);
        const { mailFrom, rcptTo } = session.envelope;
        messages.push({
          raw,
          parsed: await PostalMime.parse(raw),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: users.get(session.id),
        });
        return null;
      };
      // A client that is killed in the middle of a message closes the connection.
      const answer = async () => {
        done(await receive().catch(() => new Error('The message is not whole')));
      };
      void answer();
    },
    ...options,
  });
  // A client that distrusts the certificate ends the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { messages, port, url: `smtp://127.0.0.1:${port}`, close };
}

export type Sink = Awaited<ReturnType<typeof openSink>>;

/** A mail server as of `openSink`, which is closed when the test file ends. */
export async function mailSink(options: SinkOptions = {}) {
  const sink = await openSink(options);
  atEnd(sink.close);
  return sink;
}

/** A server that accepts connections and sends nothing, until the test file ends. */
export async function hangingServer(greeting = ''): Promise<{ port: number; connections: () => number }> {
  let count = 0;
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    if (greeting !== '') socket.write(greeting);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

function refusal(refused: [number, string] | undefined): Error | null {
  return refused ? Object.assign(new Error(refused[1]), { responseCode: refused[0] }) : null;
}

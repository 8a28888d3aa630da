import { once } from 'node:events';
import { type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { atEnd } from '#server/test/at-end.ts';
import { RequestTimeout } from './request-timeout.ts';

/** Short enough for a test to wait for; nothing is asserted to be faster than something else. */
const times = { usual: 100, sweep: 10 };

async function aServer(onRequest: (timeout: RequestTimeout, request: IncomingMessage) => void) {
  const server = createServer((received, response) => {
    onRequest(timeout, received);
    received.resume().on('end', () => response.end('done'));
    received.on('error', () => {});
  });
  const timeout = new RequestTimeout(server, times);
  const codes: string[] = [];
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A disconnecting client is an error as well.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') codes.push(error.code);
    socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  /** Begins a request whose body is not sent yet. */
  const begin = () => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': '4' } });
    sent.on('error', () => {});
    sent.flushHeaders();
    return { sent, answered: once(sent, 'response') as Promise<[IncomingMessage]> };
  };
  return { begin, codes };
}

test('a body that takes too long is ended', async () => {
  const { begin, codes } = await aServer(() => {});
  const [{ statusCode }] = await begin().answered;
  expect([statusCode, codes]).toEqual([408, ['ERR_HTTP_REQUEST_TIMEOUT']]);
});

test('a request can be given more time, while others time out', async () => {
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  const { begin, codes } = await aServer((timeout, received) => {
    if (isFirst) timeout.extend(received, 600_000);
    isFirst = false;
    first.resolve();
  });
  const long = begin();
  await first.promise;
  expect((await begin().answered)[0].statusCode).toBe(408);
  long.sent.end('body');
  expect((await long.answered)[0].statusCode).toBe(200);
  expect(codes).toHaveLength(1);
});

test('a request whose body was received has no timeout', async () => {
  const { begin, codes } = await aServer(() => {});
  const { sent, answered } = begin();
  sent.end('body');
  expect((await answered)[0].statusCode).toBe(200);
  const [other] = await begin().answered;
  expect([other.statusCode, codes]).toEqual([408, ['ERR_HTTP_REQUEST_TIMEOUT']]);
});

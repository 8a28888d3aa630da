import { Socket } from 'node:net';

/**
 * A socket that sends all writes of one iteration of the event loop with one system call. Pipelined statements are
 * written one by one, and a system call costs as much as the rest of a statement.
 */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket);
  let isCorked = false;
  socket.write = ((...given: Parameters<typeof write>) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...given);
  }) as typeof write;
  return socket;
}

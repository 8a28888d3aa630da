import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy that adds a delay to every round trip, as a network between two machines does. */
interface DelayProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy in front of the port. It delays only what clients send, by this many milliseconds. Connections are
 * delayed independently: the bytes of each stay in order, and no connection waits for another.
 */
export async function startDelayProxy(target: number, milliseconds: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    near.pipe(delay(milliseconds)).pipe(far);
    far.pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // After a normal end, data in transit still arrives at the other side.
        if (socket.errored) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Delays what it gets by this many milliseconds. Timers of equal duration fire in the order in which they were set. */
function delay(milliseconds: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => this.push(chunk), milliseconds);
      done();
    },
    flush(done) {
      setTimeout(done, milliseconds);
    },
  });
}

import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** A proxy that can go silent like a network: nothing is closed, and nothing gets through. */
interface StallingProxy {
  readonly port: number;
  stall(): void;
  /** Lets everything through again, including the data that was held back. */
  resume(): void;
  /** Lets new connections through. Existing ones stay silent forever, and neither end is closed. */
  resumeWithoutOld(): void;
  stop(): Promise<void>;
}

export async function startStallingProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (stalled) from.pause();
      from.on('data', (data) => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (stalled) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    resumeWithoutOld() {
      stalled = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

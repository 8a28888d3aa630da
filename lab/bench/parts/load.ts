import { type Socket, connect } from 'node:net';
import { setImmediate as nextIteration, setTimeout as delay } from 'node:timers/promises';

/** The times of a round of calls. */
interface Measured {
  /** Calls answered per second. */
  perSecond: number;
  /** Milliseconds. */
  times: number[];
  /** Answers whose status is not 2xx. */
  failed: number;
  /** The number of failures by status. */
  failures: ReadonlyMap<number, number>;
}

/** A call as it goes over the socket. */
export function bytes(
  method: string,
  path: string,
  { token, headers = {}, body }: { token?: string; headers?: Record<string, string>; body?: object } = {},
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * Sends what `next` returns on this many connections for this many seconds, each call as soon as the previous one is
 * answered. It does as little as possible per call, so that only the server is measured.
 */
export async function load(
  port: number,
  { connections, seconds, next }: { connections: number; seconds: number; next: () => Buffer },
): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  const failures = new Map<number, number>();
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  await Promise.all(Array.from({ length: connections }, () => one()));
  const took = (performance.now() - begun) / 1_000;
  return { perSecond: times.length / took, times, failed, failures };

  async function one(): Promise<void> {
    const connection = await Connection.open(port);
    while (performance.now() < end) {
      const sent = performance.now();
      const status = await connection.exchange(next());
      times.push(performance.now() - sent);
      if (status >= 200 && status <= 299) continue;
      failed += 1;
      failures.set(status, (failures.get(status) ?? 0) + 1);
    }
    connection.close();
  }
}

/**
 * Sends this many calls per second at even intervals, whether or not earlier ones are answered, on as many connections
 * as necessary. The time of a call is measured from the moment when it was due, so that waiting because of late calls
 * is included. Failed calls have no time.
 */
export async function loadAtRate(
  port: number,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: () => Buffer },
): Promise<Omit<Measured, 'failures'>> {
  const times: number[] = [];
  const idle: Connection[] = [];
  const running: Promise<void>[] = [];
  let failed = 0;
  const begun = performance.now();
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = begun + (sent / perSecond) * 1_000;
    if (due <= performance.now()) {
      running.push(one(due));
      sent += 1;
      // Answers must be read even if this program cannot keep up.
      if (sent % 32 === 0) await nextIteration();
    } else await delay(1);
  }
  await Promise.all(running);
  const took = (performance.now() - begun) / 1_000;
  for (const connection of idle) connection.close();
  return { perSecond: times.length / took, times, failed };

  async function one(due: number): Promise<void> {
    try {
      const connection = idle.pop() ?? (await Connection.open(port));
      const status = await connection.exchange(next());
      if (status < 200 || status > 299) failed += 1;
      else times.push(performance.now() - due);
      idle.push(connection);
    } catch {
      failed += 1;
    }
  }
}

/** A keep-alive connection with one call at a time. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #expected = Infinity;
  #length = 0;
  #status = 0;
  #answered: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#answered?.reject(error));
    socket.on('close', () => this.#answered?.reject(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a call; resolves to the status once the whole answer was received. */
  exchange(call: Buffer): Promise<number> {
    this.#received = [];
    this.#length = 0;
    this.#expected = Infinity;
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#socket.write(call);
    });
  }

  /** The answer to the last call, its head and its body. */
  get text(): string {
    return Buffer.concat(this.#received).toString('utf8');
  }

  close(): void {
    this.#answered = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#length += chunk.length;
    if (this.#expected === Infinity) this.#readHead();
    if (this.#length < this.#expected) return;
    const { resolve } = this.#answered ?? {};
    this.#answered = undefined;
    resolve?.(this.#status);
  }

  #readHead(): void {
    const text =
      (this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received))?.toString('latin1') ??
      '';
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = text.slice(0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    this.#expected = end + 4 + Number(length ?? 0);
  }
}

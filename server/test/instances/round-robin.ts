import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const checkEvery = 50;
/** Headers that apply to one connection only. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

interface Backend {
  readonly url: URL;
  /** The last answer of `/readyz`. */
  isReady: boolean;
  /** Keeps connections open, as balancers do. */
  readonly agent: Agent;
}

/**
 * A load balancer for several servers. It sends requests round robin to the servers whose `/readyz` says that they are
 * ready. A request is sent to another server only if its connection was refused, because then no server has seen it.
 */
export class RoundRobin {
  readonly #server: Server;
  #backends: Backend[] = [];
  #turn = 0;
  #closed = false;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch((error: unknown) => {
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end(String(error));
      });
    });
  }

  static async start(): Promise<RoundRobin> {
    const balancer = new RoundRobin();
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes a server into rotation as soon as it is ready. */
  async add(url: string): Promise<void> {
    const backend = { url: new URL(url), isReady: false, agent: new Agent({ keepAlive: true }) };
    this.#backends.push(backend);
    void this.#check(backend);
    while (!backend.isReady) await delay(10);
  }

  /** Forgets a server. */
  remove(url: string): void {
    const { href } = new URL(url);
    for (const { agent } of this.#backends.filter((backend) => backend.url.href === href)) agent.destroy();
    this.#backends = this.#backends.filter((backend) => backend.url.href !== href);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { agent } of this.#backends) agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #check(backend: Backend): Promise<void> {
    while (!this.#closed && this.#backends.includes(backend)) {
      const answer = await fetch(new URL('/readyz', backend.url), {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      backend.isReady = answer?.status === 200;
      await delay(checkEvery);
    }
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const giveUpAt = performance.now() + 2_000;
    const refusedBy = new Set<Backend>();
    for (;;) {
      const ready = this.#backends.filter((backend) => backend.isReady && !refusedBy.has(backend));
      const backend = ready[(this.#turn += 1) % ready.length];
      if (!backend) {
        if (performance.now() > giveUpAt) throw new Error('No server is ready');
        await delay(10);
        continue;
      }
      try {
        await exchange(backend, incoming, outgoing, body);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
        refusedBy.add(backend);
      }
    }
  }
}

function exchange(
  { url, agent }: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, headers } = incoming;
    const target = new URL(incoming.url ?? '/', url);
    const sent = request(target, { method, agent, headers: endToEnd(headers) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      // A stream's headers are sent at once.
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', reject);
      answer.on('end', resolve);
    });
    outgoing.on('close', () => sent.destroy());
    sent.on('error', reject);
    sent.end(body);
  });
}

function endToEnd(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.has(name)));
}

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const web = path.join(import.meta.dirname, '../../web/dist');
const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

type Fields = Record<string, unknown>;

export interface StoredUser {
  _id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  role?: string;
}

export interface StoredBug {
  _id: string;
  title: string;
  description: string;
  status: string;
  priority: string;
  /** The id of a user, or a value that is returned unchanged. */
  assignedTo?: unknown;
  createdBy?: unknown;
  createdAt: string;
  updatedAt: string;
}

/** A response in place of the usual one. */
interface Planned {
  call: string;
  status: number;
  body: unknown;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * A back end that implements only the specification: its eleven calls in exactly its shapes, with ids of 24
 * hexadecimal digits, a bare message for every failure, and 404 for any other address. It accepts only requests of the
 * specified form. It also serves the built web.
 */
export class SpecificationServer {
  readonly #server: Server;
  #planned: Planned[] = [];
  readonly users: StoredUser[] = [];
  readonly bugs: StoredBug[] = [];
  /** Every call of the API, as `GET /api/bugs?status=open`. */
  readonly calls: string[] = [];
  /** Calls that the specification does not have, or not in this form. */
  readonly unspecified: string[] = [];
  /** The bodies of the calls that had one, by call. */
  readonly sent: { call: string; body: Fields }[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async launch(): Promise<SpecificationServer> {
    const server = new SpecificationServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Forgets everything, for the next test. */
  reset(): void {
    this.#planned = [];
    for (const list of [this.users, this.bugs, this.calls, this.unspecified, this.sent]) list.length = 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  addUser(name: string, more: Partial<StoredUser> = {}): StoredUser {
    const email = `${name.toLowerCase()}@example.com`;
    const user = { _id: newId(), name, email, password: 'secret', token: `token-of-${newId()}`, ...more };
    this.users.push(user);
    return user;
  }

  addBug(creator: StoredUser, more: Partial<StoredBug> = {}): StoredBug {
    // Without milliseconds, as some back ends write it.
    const now = new Date(Date.UTC(2026, 0, 1, 12, 0, this.bugs.length)).toISOString().replace('.000', '');
    const bug = {
      _id: newId(),
      title: `Bug ${this.bugs.length + 1}`,
      description: 'It happens every time.',
      status: 'open',
      priority: 'medium',
      assignedTo: null,
      createdBy: creator._id,
      createdAt: now,
      updatedAt: now,
      ...more,
    };
    this.bugs.push(bug);
    return bug;
  }

  /** Answers a call, such as `GET /api/bugs`, like this until `restore`. */
  plan(call: string, status: number, body?: unknown): void {
    this.restore(call);
    this.#planned.push({ call, status, body });
  }

  restore(call: string): void {
    this.#planned = this.#planned.filter((planned) => planned.call !== call);
  }

  bodiesOf(call: string): Fields[] {
    return this.sent.filter((one) => one.call === call).map(({ body }) => body);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.startsWith('/api/')) return serveWeb(pathname, response);
    const call = `${request.method} ${pathname}`;
    this.calls.push(call + search);
    const body = await text(request);
    if (body !== '') this.sent.push({ call, body: JSON.parse(body) as Fields });
    const planned = this.#planned.find((one) => one.call === call);
    if (planned) return send(response, planned.status, planned.body);
    try {
      const { status = 200, answer } = this.#route(request, call, searchParams, body);
      send(response, status, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.message.startsWith('Unspecified'))
        this.unspecified.push(`${call}${search}: ${error.message}`);
      send(response, error.status, { message: error.message });
    }
  }

  #route(
    request: IncomingMessage,
    call: string,
    query: URLSearchParams,
    sent: string,
  ): { status?: number; answer: unknown } {
    const allowed = call === 'GET /api/bugs' ? ['status', 'priority'] : [];
    for (const [name, value] of query)
      if (!allowed.includes(name) || value === '') throw new Refusal(400, `Unspecified query: ${name}`);
    for (const name of ['if-match', 'if-none-match', 'idempotency-key'])
      if (request.headers[name] !== undefined) throw new Refusal(400, `Unspecified header: ${name}`);
    const body = sent === '' ? {} : (JSON.parse(sent) as Fields);
    const only = (...names: string[]) => {
      const extra = Object.keys(body).find((name) => !names.includes(name));
      if (extra !== undefined) throw new Refusal(400, `Unspecified field: ${extra}`);
    };

    if (call === 'POST /api/users/login') {
      only('email', 'password');
      const user = this.users.find(
        ({ email, password }) => email === body['email'] && password === body['password'],
      );
      if (!user) throw new Refusal(401, 'No such user or wrong password');
      return { answer: signedIn(user) };
    }
    if (call === 'POST /api/users/register') {
      only('name', 'email', 'password');
      if (this.users.some(({ email }) => email === body['email']))
        throw new Refusal(400, 'User already exists');
      const { name, email, password } = body as unknown as StoredUser;
      return { status: 201, answer: signedIn(this.addUser(name, { email, password })) };
    }

    const bearer = request.headers.authorization?.replace('Bearer ', '');
    const me = this.users.find(({ token }) => token === bearer);
    if (!me && isSpecified(call)) throw new Refusal(401, 'Not authorized');
    if (!me || !isSpecified(call)) throw new Refusal(404, `Unspecified call: ${call}`);

    if (call === 'GET /api/users/profile') return { answer: shown(me) };
    if (call === 'PUT /api/users/profile') {
      only('name', 'email', 'currentPassword', 'newPassword');
      if (body['newPassword'] !== undefined) {
        if (body['currentPassword'] !== me.password) throw new Refusal(400, 'Wrong current password');
        me.password = body['newPassword'] as string;
      }
      Object.assign(me, { name: body['name'], email: body['email'] });
      return { answer: shown(me) };
    }
    if (call === 'GET /api/users') return { answer: this.users.map(({ _id, name }) => ({ _id, name })) };
    return this.#bugs(call, query, { body, only, me });
  }

  #bugs(
    call: string,
    query: URLSearchParams,
    { body, only, me }: { body: Fields; only: (...names: string[]) => void; me: StoredUser },
  ): { status?: number; answer: unknown } {
    const [method, address = ''] = call.split(' ');
    if (call === 'GET /api/bugs/stats') {
      const count = (test: (bug: StoredBug) => boolean) => this.bugs.filter(test).length;
      return {
        answer: {
          totalBugs: this.bugs.length,
          openBugs: count(({ status }) => status === 'open'),
          inProgressBugs: count(({ status }) => status === 'in-progress'),
          resolvedBugs: count(({ status }) => status === 'resolved'),
          assignedToMe: count(({ assignedTo }) => assignedTo === me._id),
        },
      };
    }
    const fields = ['title', 'description', 'status', 'priority', 'assignedTo'];
    if (call === 'GET /api/bugs') {
      const matches = (bug: StoredBug) =>
        [...query].every(([name, value]) => bug[name as 'status' | 'priority'] === value);
      return { answer: this.bugs.filter(matches).map((bug) => this.#shown(bug)) };
    }
    if (call === 'POST /api/bugs') {
      only(...fields);
      if (Object.keys(body).length !== fields.length) throw new Refusal(400, 'Unspecified: not all fields');
      this.addBug(me, body);
      return { status: 201, answer: { message: 'Bug created' } };
    }
    const at = this.bugs.findIndex(({ _id }) => address === `/api/bugs/${_id}`);
    const bug = this.bugs[at];
    if (!bug) {
      // Some back ends answer with null.
      if (method === 'GET') return { answer: null };
      throw new Refusal(404, 'No such bug');
    }
    if (method === 'GET') return { answer: this.#shown(bug) };
    if (method === 'DELETE') {
      this.bugs.splice(at, 1);
      return { answer: { message: 'Bug removed' } };
    }
    only(...fields);
    if (Object.keys(body).length !== fields.length) throw new Refusal(400, 'Unspecified: not all fields');
    const before = { ...bug };
    Object.assign(bug, body, { updatedAt: new Date().toISOString().replace(/\.\d+/, '') });
    // The bug as it was, without its references filled in.
    return { answer: before };
  }

  #shown(bug: StoredBug): unknown {
    const reference = (value: unknown) => {
      const user = this.users.find(({ _id }) => _id === value);
      return user ? { _id: user._id, name: user.name } : value === '' ? null : value;
    };
    return { ...bug, assignedTo: reference(bug.assignedTo), createdBy: reference(bug.createdBy) };
  }
}

function isSpecified(call: string): boolean {
  return /^((GET|PUT) \/api\/users\/profile|GET \/api\/users|(GET|POST) \/api\/bugs|(GET|PUT|DELETE) \/api\/bugs\/\w+)$/.test(
    call,
  );
}

function newId(): string {
  return randomBytes(12).toString('hex');
}

function shown({ _id, name, email, role }: StoredUser): Fields {
  return { _id, name, email, ...(role !== undefined && { role }) };
}

function signedIn(user: StoredUser): Fields {
  return { ...shown(user), token: user.token };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

async function serveWeb(pathname: string, response: ServerResponse): Promise<void> {
  const extension = path.extname(pathname);
  const type = types[extension];
  const file = type === undefined ? 'index.html' : path.normalize(pathname);
  response.setHeader('content-type', type ?? 'text/html; charset=utf-8');
  try {
    response.end(await readFile(path.join(web, file)));
  } catch {
    response.writeHead(404).end();
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Bug, createBugBody, updateBugBody } from '#contract/bugs/bugs.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import type { TestServer } from './test-server.ts';

export const password = 'correct-leaf-7-battery';

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

type BugInput = z.input<typeof createBugBody>;

/** Calls the server directly, like an API client. Resolves with any status; rejects only without a response. */
export async function call(
  server: TestServer,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** A registered user with a live session, who can also call the API beside the browser. */
export class Person {
  readonly server: TestServer;
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;

  private constructor(server: TestServer, user: SignedInUser, userPassword: string) {
    this.server = server;
    this._id = user._id;
    this.name = user.name;
    this.email = user.email;
    this.password = userPassword;
    this.token = user.token;
  }

  static async register(
    server: TestServer,
    overrides: { name?: string; email?: string; password?: string } = {},
  ): Promise<Person> {
    const body = { name: unique('Person'), email: uniqueEmail(), password, ...overrides };
    const answer = await call(server, 'POST', '/api/users/register', { body });
    return new Person(server, expected(answer, 201) as SignedInUser, body.password);
  }

  /** Calls the API; sends the call again while the server of a busy machine refuses it with 503. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const init = { token: this.token, headers: { 'idempotency-key': randomUUID() } };
    for (;;) {
      const answer = await call(this.server, method, path, { ...init, ...(body !== undefined && { body }) });
      if (answer.status !== 503) return answer;
      await delay(50);
    }
  }

  async files(overrides: Partial<BugInput> = {}): Promise<Bug> {
    const body: BugInput = {
      title: unique('Bug'),
      description: 'It happens every time.',
      status: 'open',
      priority: 'medium',
      assignedTo: null,
      ...overrides,
    };
    return expected(await this.call('POST', '/api/bugs', body), 201) as Bug;
  }

  async edits(bug: Bug, changes: z.input<typeof updateBugBody>): Promise<Bug> {
    return expected(await this.call('PUT', `/api/bugs/${bug._id}`, changes), 200) as Bug;
  }

  async deletes(bug: Bug): Promise<void> {
    expected(await this.call('DELETE', `/api/bugs/${bug._id}`), 204);
  }

  async reads(bug: Bug): Promise<Bug> {
    return expected(await this.call('GET', `/api/bugs/${bug._id}`), 200) as Bug;
  }

  /** Fails to sign in with a wrong password, `times` times. */
  async failsToSignIn(times: number): Promise<void> {
    const body = { email: this.email, password: 'not the password' };
    const tries = Array.from({ length: times }, () =>
      call(this.server, 'POST', '/api/users/login', { body }).then((answer) => expected(answer, 401)),
    );
    await Promise.all(tries);
  }

  /** Ends this person's session on the server, without informing a browser that has its token. */
  async endsSession(): Promise<void> {
    expected(await this.call('POST', '/api/users/logout'), 204);
  }
}

/** The text with a random suffix, so that no other test has it. */
export function unique(text: string): string {
  return `${text} ${randomUUID().slice(0, 8)}`;
}

export function uniqueEmail(): string {
  return `${randomUUID()}@example.com`;
}

function expected({ status, body }: Answer, wanted: number): unknown {
  if (status !== wanted) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

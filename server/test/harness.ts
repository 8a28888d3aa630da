import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type Bug, createBug } from '#contract/bugs/bugs.ts';
import type { Endpoint, Input, Output } from '#contract/endpoint.ts';
import { type ErrorBody, errorBody } from '#contract/errors.ts';
import type { Role } from '#contract/permissions.ts';
import type { SignedInUser } from '#contract/accounts/users.ts';
import { buildApp } from '#server/app.ts';
import { newId } from '#server/engine/id.ts';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Db } from '#server/engine/schema.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { jobKinds } from '#server/features.ts';
import { hashPassword, setHashParameters } from '#server/features/users/passwords/passwords.ts';
import * as users from '#server/features/users/queries.ts';
import { insertSession } from '#server/features/users/sessions/session-queries.ts';
import type { AdmissionLimits } from '#server/http/admission/admission.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { type Settings, defaultSettings } from '#server/settings.ts';
import { atEnd } from './at-end.ts';
import { testDatabase } from './database.ts';

/** The answer to a call. `body` is parsed if it is JSON, and has the type of a success. */
export interface Answer<T> {
  status: number;
  body: T;
  /** The same body, for a test that expects a refusal. */
  error: ErrorBody & Record<string, unknown>;
  headers: Headers;
}

/** Sends a call of the contract, or bytes that no contract would allow. */
export interface Client {
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    headers?: Record<string, string>,
  ): Promise<Answer<Output<E>>>;
  send(method: string, path: string, init?: RequestInit): Promise<Answer<unknown>>;
}

export type TestUser = Client & SignedInUser;

/** Real hashes occupy a core for some 20 ms each, which took a large part of the tests' time. */
const quickHashes = { memoryCost: 8, timeCost: 1, parallelism: 1 };
setHashParameters(quickHashes);

/** Hashes passwords with the real amount of work until the test ends. */
export function hashAsUsual(): void {
  setHashParameters();
  onTestFinished(() => setHashParameters(quickHashes));
}

export const password = 'moss under the old stair';
const passwordHash = hashPassword(password, 'harness');

/** A client of the server at the address, with the session of the token. */
export function client(url: string, token: string | undefined): Client {
  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer<unknown>> {
    const headers = new Headers(init.headers);
    if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(url + path, { ...init, method, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const body: unknown = isJson ? JSON.parse(text) : text;
    // Every failure is as documented; some have more fields.
    if (isJson && response.status >= 400) errorBody.parse(body);
    return {
      status: response.status,
      body,
      error: body as Answer<unknown>['error'],
      headers: response.headers,
    };
  }
  return {
    send,
    async call(endpoint, input, headers = {}) {
      const { params, query, body } = input as Record<string, Record<string, string> | undefined>;
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(params?.[name] ?? ''),
      );
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await send(endpoint.method, path + search, {
        ...json,
        headers: { ...type, ...headers },
      });
      return answer as Answer<Output<typeof endpoint>>;
    },
  };
}

/**
 * Repeats a call, with the same idempotency key, as long as it is answered 503: on a busy machine, a server with the
 * default limits refuses calls, or does not know whether PostgreSQL has stored them.
 */
export async function retryOn503<A extends { readonly status: number }>(
  call: (headers: Record<string, string>) => Promise<A>,
): Promise<A> {
  const headers = { 'idempotency-key': randomUUID() };
  // Gives up before the time limit of the test, so that the test shows the answer.
  const giveUpAt = performance.now() + 90_000;
  for (;;) {
    const answer = await call(headers);
    if (answer.status !== 503 || performance.now() > giveUpAt) return answer;
    await delay(50);
  }
}

interface TestOptions {
  webRoot?: string;
  settings?: Partial<Settings>;
  /** The address of its database; by default, a new one on the project's engine. */
  databaseUrl?: string;
  /** The time; by default, the real time. */
  time?: () => number;
  /** The deadline of long reads, in milliseconds. */
  readTime?: number;
  /** How long a connection without traffic stays open, in milliseconds. */
  stallTime?: number;
  admissionLimits?: AdmissionLimits;
}

/** Limits for tests that send thousands of requests at once and wait for all of them, even on a busy machine. */
const patientAdmission: AdmissionLimits = {
  maxWaiting: 100_000,
  longest: 60_000,
  burst: { requests: 0, longest: 60_000 },
};

/** Starts the real application over HTTP on a database of its own, until it is closed or the test file ends. */
export async function testApp({ databaseUrl, time = Date.now, ...options }: TestOptions = {}) {
  const store = await openDatabase(databaseUrl ?? (await testDatabase()), {
    exclusive: true,
    preparesStatements: true,
  });
  await migrate(store);
  const clock = { offset: 0 };
  const now = () => new Date(time() + clock.offset);
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const folder = join(tmpdir(), `katydid-test-files-${randomUUID()}`);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const files = { ...defaultSettings.files, folder };
  const given = { ...defaultSettings, files, ...options.settings };
  const app = await buildApp({
    admissionLimits: patientAdmission,
    ...options,
    store,
    logger,
    now,
    settings: given,
  });
  const { settings } = app;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  async function closeAll(): Promise<void> {
    // A connection whose answer was in transit when the server began to close becomes idle only afterwards.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
    await app.close();
    clearInterval(sweep);
    await store.close();
  }
  atEnd(close);

  let made = 0;
  /** Creates a signed-in user directly in the database. */
  async function user(overrides: { name?: string; email?: string; role?: Role } = {}): Promise<TestUser> {
    made += 1;
    const { name = `User ${made}`, email = `user${made}@example.com`, role = 'user' } = overrides;
    const token = randomBytes(32).toString('base64url');
    const hash = await passwordHash;
    const account = await store.write(async (tx) => {
      const inserted = await users.insertUser(tx, { name, email, passwordHash: hash }, now());
      await insertSession(tx, {
        userId: inserted._id,
        tokenHash: tokenHash(token),
        device: 'test',
        address: '127.0.0.1',
        now: now(),
      });
      await users.setRole(tx, inserted._id, role);
      return { ...inserted, role };
    });
    return { ...account, token, ...client(url, token) };
  }

  /** The context of jobs. */
  const jobContext = () => ({
    db: store.db,
    longReads: store.longReads,
    write: store.write,
    files: fileStoreOf(settings),
    mail: mailerOf(settings),
    settings,
    now,
    log: logger,
  });

  const anonymous = client(url, undefined);
  return {
    url,
    store,
    close,
    /** Milliseconds to be added to the time. */
    clock,
    settings,
    /** Every line logged so far. */
    lines,
    anonymous,
    jobContext,
    /** How many connections are open. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    as: (token: string) => client(url, token),
    /** Runs a recurring job, or a job with a payload; the application of a test does not run jobs by itself. */
    async runJob(kind: string, payload: unknown = {}, signal = new AbortController().signal): Promise<void> {
      const job = jobKinds.find((each) => each.kind === kind);
      if (!job) throw new Error(`There is no job ${kind}`);
      const [finish, checkpoint] = [async () => {}, async () => {}];
      await job.run(jobContext(), payload, { id: newId(), signal, finish, checkpoint });
    },
    /** Runs the jobs that are due, except recurring ones, until there are no more. */
    async runJobs(): Promise<void> {
      const once = jobKinds.filter(({ every }) => !every);
      const kinds = once.map(({ kind }) => kind);
      const timing = { pause: 0, retry: 10 };
      const worker = new JobWorker({
        store,
        jobs: once,
        mail: mailerOf(settings),
        settings,
        now,
        log: logger,
        timing,
      });
      worker.start();
      try {
        while (await hasDueJobs(store.db, kinds, now())) await delay(5);
      } finally {
        await worker.stop();
      }
    },
    user,
    /** Files a bug as the user, and returns it. */
    async bug(by: Client, overrides: Partial<Input<typeof createBug>['body']> = {}): Promise<Bug> {
      const { status, body } = await by.call(createBug, { body: { ...aBug, ...overrides } });
      if (status !== 201) throw new Error(`Filing a bug was answered ${status}`);
      return body;
    },
  };
}

async function hasDueJobs(db: Db, kinds: readonly string[], now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('due_at', '<=', now.toISOString())]))
    .limit(1)
    .execute();
  return due.length > 0;
}

/** The fields of a valid bug, which tests override. */
export const aBug = {
  title: 'The list is empty',
  description: 'Nothing is shown after the filter is cleared.',
  status: 'open',
  priority: 'medium',
  assignedTo: null,
} as const;

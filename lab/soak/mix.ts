import { type Answered, type Call, send } from '#lab/client.ts';
import { type LabServer, filedBug, person as account } from '#lab/server.ts';
import { LiveReader } from '#server/test/live-reader.ts';

const atOnce = 20;
const listeners = 10;

const queries = [
  'status:open -priority:low',
  'comments:>1 OR votes:>1',
  'assignee:none (edit OR bug) sort:-updated',
  'reporter:@me updated:>-1d',
];

const searchOf = (query: string) => new URLSearchParams({ limit: '50', query }).toString();

/** Another simulated user may have deleted a bug before its call. */
const goneIsFine = (status: number) => (status === 404 ? 200 : status);

interface Person {
  email: string;
  token: string;
}

/** Simulated users of one server, who delete as much as they add, so that the tracker's size is constant. */
export class Mix {
  readonly #server: LabServer;
  readonly #people: Person[] = [];
  readonly #bugs: { id: string; token: string }[] = [];
  #count = 0;
  /** How often a call had no response, by the reason that `fetch` gave. */
  readonly unanswered = new Map<string, number>();

  constructor(server: LabServer) {
    this.#server = server;
  }

  /** Registers everyone, files this many bugs and opens streams that stay open. */
  async begin(bugs: number): Promise<void> {
    for (let i = 0; i < 5; i += 1) {
      const email = `person${i}@example.com`;
      this.#people.push({ email, token: await this.#server.register(email) });
    }
    for (let i = 0; i < bugs; i += atOnce) {
      const statuses = await Promise.all(Array.from({ length: atOnce }, () => this.#file()));
      if (statuses.some((status) => status !== 201)) throw new Error('A bug could not be filed');
    }
    for (let i = 0; i < listeners; i += 1) void this.#listen(this.#person().token);
  }

  /** Performs the next action of a random user, mostly reads. Returns the status of each call; 0 without a response. */
  async next(): Promise<number[]> {
    const what = Math.random();
    const { token } = this.#person();
    const bug = this.#bugs[Math.floor(Math.random() * this.#bugs.length)];
    const get = (path: string) => this.#send({ method: 'GET', path, token });
    if (what < 0.25 && bug) return [await this.#stillThere(bug.id, token)];
    if (what < 0.35 && bug) return this.#work(bug, token);
    if (what < 0.5) return [await get('/api/bugs?limit=50')];
    if (what < 0.6) return [await get(`/api/bugs?${searchOf(queries[this.#count % queries.length] ?? '')}`)];
    if (what < 0.7) return [await get(`/api/bugs?limit=50&q=${Math.floor(what * 10_000)}`)];
    if (what < 0.75) return [await get('/api/bugs/stats')];
    if (what < 0.8) return [await get('/api/users/profile')];
    if (what < 0.9 && bug) return [await this.#edit(bug)];
    if (what < 0.995) return this.#turnOver();
    return this.#comeAndGo();
  }

  #person(): Person {
    const person = this.#people[Math.floor(Math.random() * this.#people.length)];
    if (!person) throw new Error('No user has registered yet');
    return person;
  }

  async #stillThere(id: string, token: string): Promise<number> {
    return goneIsFine(await this.#send({ method: 'GET', path: `/api/bugs/${id}`, token }));
  }

  /**
   * Lets a user read another user's bug, comment and vote. Its owner relates it, moves its card and reads the likely
   * duplicates.
   */
  async #work(bug: { id: string; token: string }, token: string): Promise<number[]> {
    this.#count += 1;
    const path = `/api/bugs/${bug.id}`;
    const text = `Seen here, too, ${this.#count}`;
    const other = this.#bugs[this.#count % this.#bugs.length];
    const calls: Call[] = [
      { method: 'POST', path: `${path}/comments`, body: { body: text }, token },
      { method: 'PUT', path: `${path}/vote`, body: { environment: text }, token },
      { method: 'GET', path: `${path}/activity`, token },
      { method: 'GET', path: `${path}/relations`, token },
      { method: 'GET', path: '/api/inbox', token: bug.token },
      { method: 'GET', path: `/api/bugs/likely-duplicates?title=${encodeURIComponent(text)}`, token },
    ];
    if (other && other.id !== bug.id)
      calls.push(
        {
          method: 'PUT',
          path: `${path}/relations`,
          body: { kind: 'related', bug: other.id },
          token: bug.token,
        },
        { method: 'PUT', path: `${path}/position`, body: { before: other.id }, token: bug.token },
      );
    const statuses: number[] = [];
    for (const call of calls) {
      const status = await this.#send(call);
      // The other bug may also have been deleted meanwhile, which is an error about a field.
      const mayBeGone = call.body !== undefined && status === 400 && !this.#bugs.includes(other ?? bug);
      statuses.push(mayBeGone ? 200 : goneIsFine(status));
    }
    return statuses;
  }

  async #edit({ id, token }: { id: string; token: string }): Promise<number> {
    this.#count += 1;
    const body = {
      title: `Edit ${this.#count}`,
      status: (['open', 'in-progress'] as const)[this.#count % 2],
    };
    return goneIsFine(await this.#send({ method: 'PUT', path: `/api/bugs/${id}`, body, token }));
  }

  async #turnOver(): Promise<number[]> {
    const oldest = this.#bugs.shift();
    const removed = oldest
      ? await this.#send({ method: 'DELETE', path: `/api/bugs/${oldest.id}`, token: oldest.token })
      : 204;
    return [removed, await this.#file()];
  }

  async #comeAndGo(): Promise<number[]> {
    const body = { email: this.#person().email, password: account.password };
    const { status, body: session } = await this.#call({ method: 'POST', path: '/api/users/login', body });
    if (status !== 200) return [status];
    const { token } = session as { token: string };
    return [status, await this.#send({ method: 'POST', path: '/api/users/logout', token })];
  }

  async #file(): Promise<number> {
    this.#count += 1;
    const { token } = this.#person();
    const body = { ...filedBug, title: `Bug ${this.#count}` };
    const { status, body: bug } = await this.#call({ method: 'POST', path: '/api/bugs', body, token });
    if (status === 201) this.#bugs.push({ id: (bug as { _id: string })._id, token });
    return status;
  }

  /** Reads a stream until the server ends it. */
  async #listen(token: string): Promise<void> {
    const stream = await LiveReader.open(this.#server.url, token);
    while (await stream.next().catch(() => undefined));
  }

  async #send(call: Call): Promise<number> {
    return (await this.#call(call)).status;
  }

  async #call(call: Call): Promise<Answered> {
    const answer = await send(this.#server.url, call);
    if (answer.status === 0)
      this.unanswered.set(answer.message, (this.unanswered.get(answer.message) ?? 0) + 1);
    return answer;
  }
}

import { Readable } from 'node:stream';
import { type Change, heartbeat } from '#contract/live.ts';
import { type ChangeRow, changesAfter, lastChange } from '#server/db/changes.ts';
import type { Store } from '#server/db/open.ts';
import { AppError } from './errors.ts';
import { type Caller, findCaller } from './session.ts';

const batch = 500;
/** A reader this many bytes behind is cut off; it comes back and catches up. */
const maxBehind = 256 * 1024;
const maxStreams = 5_000;

interface Stream {
  readonly out: Readable;
  readonly caller: Caller;
  /** The last change it was sent. */
  position: number;
  /** Whether it has caught up, and is sent what comes. */
  current: boolean;
}

interface Options {
  now: () => Date;
  onFault: (error: unknown) => void;
}

/**
 * The open live streams of this process. One reading of the changes serves them all: a commit here or elsewhere wakes it,
 * and it goes on behind the last change it has seen, so that a lost wake-up delays changes and loses none.
 */
export class LiveStreams {
  readonly #store: Store;
  readonly #options: Options;
  readonly #streams = new Set<Stream>();
  #last = 0;
  #reading = false;
  #woken = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(store: Store, options: Options) {
    this.#store = store;
    this.#options = options;
  }

  /** The last change that this process has seen. */
  get last(): number {
    return this.#last;
  }

  get size(): number {
    return this.#streams.size;
  }

  async start(): Promise<void> {
    this.#last = await lastChange(this.#store.db);
    this.#store.onCommit(() => this.#wake());
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeat).unref();
  }

  /** Ends every stream. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) this.#end(stream);
  }

  /**
   * Opens a stream of what changes after `since`, by default from now on.
   * @throws AppError 503 when there are too many
   */
  open(caller: Caller, since = this.#last): Readable {
    if (this.#streams.size >= maxStreams) {
      throw new AppError('unavailable', 'Too many are listening for changes', {
        headers: { 'retry-after': '30' },
      });
    }
    const out = new Readable({ read() {}, highWaterMark: 1024 });
    const stream = { out, caller, position: since, current: false };
    this.#streams.add(stream);
    out.once('close', () => this.#streams.delete(stream));
    // The answer's headers go out with the first bytes.
    out.push(`: \n\n`);
    void this.#catchUp(stream).catch((error: unknown) => {
      this.#options.onFault(error);
      this.#end(stream);
    });
    return out;
  }

  async #catchUp(stream: Stream): Promise<void> {
    while (stream.position < this.#last && !stream.out.destroyed) {
      const changes = await changesAfter(this.#store.db, stream.position, batch);
      const first = changes[0];
      if (first === undefined || first.seq > stream.position + 1) {
        stream.out.push(`event: reset\nid: ${this.#last}\ndata: {}\n\n`);
        stream.position = this.#last;
      } else this.#send(stream, changes);
    }
    stream.current = true;
  }

  #wake(): void {
    this.#woken = true;
    if (this.#reading) return;
    this.#reading = true;
    void this.#read()
      .catch(this.#options.onFault)
      .finally(() => (this.#reading = false));
  }

  async #read(): Promise<void> {
    while (this.#woken) {
      this.#woken = false;
      const changes = await changesAfter(this.#store.db, this.#last, batch);
      const last = changes.at(-1);
      if (!last) continue;
      this.#last = last.seq;
      this.#woken ||= changes.length === batch;
      for (const stream of this.#streams) if (stream.current) this.#send(stream, changes);
      await this.#endDeadSessions(
        new Set(changes.filter(({ kind }) => kind === 'session').map(({ id }) => id)),
      );
    }
  }

  #send(stream: Stream, changes: readonly ChangeRow[]): void {
    const news = changes.filter(({ seq }) => seq > stream.position);
    const text = news.map(asEvent).join('');
    if (text !== '') stream.out.push(text);
    stream.position = news.at(-1)?.seq ?? stream.position;
    if (stream.out.readableLength > maxBehind) this.#end(stream);
  }

  /** Looks at the sessions of these users' streams again, and ends those that are over. */
  async #endDeadSessions(users: ReadonlySet<string>): Promise<void> {
    const concerned = [...this.#streams].filter(({ caller }) => users.has(caller._id));
    for (const stream of concerned) {
      const found = await findCaller(this.#store.db, stream.caller.token, this.#options.now());
      if (!found) this.#end(stream);
    }
  }

  async #beat(): Promise<void> {
    for (const { out } of this.#streams) out.push(': \n\n');
    await this.#endDeadSessions(new Set([...this.#streams].map(({ caller }) => caller._id))).catch(
      this.#options.onFault,
    );
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    stream.out.push(null);
  }
}

function asEvent({ seq, kind, id, version }: ChangeRow): string {
  if (kind === 'session') return '';
  const change: Change = { type: kind, _id: id, version };
  return `id: ${seq}\ndata: ${JSON.stringify(change)}\n\n`;
}

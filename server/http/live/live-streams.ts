import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { serverMessages } from '#contract/server-messages.ts';
import { type Change, heartbeat, personalKinds } from '#contract/live.ts';
import { type ChangeRow, changesAfter, lastChange } from '#server/engine/changes.ts';
import type { Store } from '#server/engine/store.ts';
import { tryLater } from '#server/http/errors.ts';
import { networkOf } from '#server/http/network.ts';
import { liveTokens } from '#server/http/session/session-queries.ts';
import type { Caller } from '#server/http/session/session.ts';

const batch = 500;
const maxStreams = 5_000;
const maxStreamsOfUser = 50;
/**
 * Sending to a stream takes about a tenth of this. Sending every change to all streams at once would leave no time for
 * anything else: after each round comes this pause per stream, at most `maxPause`. Milliseconds.
 */
const pausePerStream = 0.5;
const maxPause = 400;
const retryAfter = 1_000;
/** A client this many bytes behind is disconnected; it reconnects and catches up. */
const maxBehind = 256 * 1024;

interface Options {
  now: () => Date;
  /** The number of streams that one network address (for IPv6, one /64) may have open. */
  maxPerNetwork: number;
  onFault: (error: unknown) => void;
}

/**
 * The open live streams of this process. One reader of the changes serves them all. A commit of any process wakes it, and
 * it continues after the last change that it has read, so that a lost wake-up delays changes but loses none.
 */
export class LiveStreams {
  readonly #store: Store;
  readonly #options: Options;
  readonly #streams = new Set<LiveStream>();
  /** Users whose sessions may have ended since their streams were last checked. */
  #suspects = new Set<string>();
  #last = 0;
  #reading = false;
  #woken = false;
  #failing = false;
  #closed = false;
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
    this.#heartbeat = setInterval(() => this.#beat(), heartbeat).unref();
  }

  /** Ends every stream; no more are opened. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    for (const stream of this.#streams) stream.end();
  }

  /**
   * Opens a stream of what changes after `since`, by default from now on, for a client at the address.
   * @throws AppError 503 when there are too many: of the user, of the client's network, or in all
   */
  async open(caller: Caller, address: string, since?: number): Promise<Readable> {
    // Earlier commits are not new to it.
    if (since === undefined) await this.#store.numberChanges();
    const last = await lastChange(this.#store.db);
    const network = networkOf(address);
    if (this.#closed || this.#isFull(caller, network)) {
      throw tryLater(serverMessages.tooManyStreams(), { seconds: 30 });
    }
    const stream = new LiveStream(caller, network, since ?? last);
    this.#streams.add(stream);
    stream.out.once('close', () => this.#streams.delete(stream));
    // The position is from another database, or from this one before a restore.
    if (stream.position > last) stream.reset(last);
    // Its session may have ended since it was looked up, before the stream was registered.
    this.#suspects.add(caller._id);
    this.#wake();
    void this.#catchUp(stream).catch((error: unknown) => {
      this.#options.onFault(error);
      stream.end();
    });
    return stream.out;
  }

  #isFull(caller: Caller, network: string): boolean {
    let [ofUser, ofNetwork] = [0, 0];
    for (const stream of this.#streams) {
      if (stream.caller._id === caller._id) ofUser += 1;
      if (stream.network === network) ofNetwork += 1;
    }
    return (
      this.#streams.size >= maxStreams ||
      ofUser >= maxStreamsOfUser ||
      ofNetwork >= this.#options.maxPerNetwork
    );
  }

  async #catchUp(stream: LiveStream): Promise<void> {
    while (stream.position < this.#last && stream.isOpen) {
      const changes = await changesAfter(this.#store.db, stream.position, batch);
      if (changes[0]?.seq === stream.position + 1) stream.send(asEvents(changes));
      else stream.reset(this.#last);
      await stream.drained();
    }
    stream.isCurrent = true;
  }

  #wake(): void {
    this.#woken = true;
    if (!this.#reading) void this.#read();
  }

  /** Reads changes and sends them until there is nothing new. After a failure it retries. */
  async #read(): Promise<void> {
    this.#reading = true;
    try {
      while (this.#woken && !this.#closed) {
        this.#woken = false;
        const sent = await this.#send();
        await this.#endDeadSessions();
        this.#failing = false;
        if (sent)
          await delay(Math.min(maxPause, this.#streams.size * pausePerStream), undefined, { ref: false });
      }
    } catch (error) {
      // An outage is logged once, not at every retry.
      if (!this.#failing) this.#options.onFault(error);
      this.#failing = true;
      setTimeout(() => this.#wake(), retryAfter).unref();
    } finally {
      // Synchronously: a wake-up in between would be lost.
      this.#reading = false;
    }
  }

  /** Sends the changes after the last one to all streams; returns whether there were any. */
  async #send(): Promise<boolean> {
    const before = this.#last;
    const last = await lastChange(this.#store.db);
    if (last === before) return false;
    // The last change is before one already seen: the database was reset, for example by restoring a backup.
    const changes = last < before ? [] : await changesAfter(this.#store.db, before, batch);
    const current = [...this.#streams].filter(({ isCurrent }) => isCurrent);
    if (changes[0]?.seq === before + 1) {
      this.#last = changes.at(-1)?.seq ?? last;
      const events = asEvents(changes);
      for (const stream of current) stream.send(events);
      for (const { kind, id } of changes) if (kind === 'session') this.#suspects.add(id);
    } else {
      // The server was disconnected so long that changes it has not read were deleted.
      this.#last = last;
      for (const stream of current) stream.reset(last);
      this.#suspectAll();
    }
    this.#woken ||= this.#last < last;
    return true;
  }

  /** Checks the sessions of the suspects' streams, and ends the streams whose session has ended. */
  async #endDeadSessions(): Promise<void> {
    const suspects = this.#suspects;
    if (suspects.size === 0) return;
    this.#suspects = new Set();
    const streams = [...this.#streams].filter(({ caller }) => suspects.has(caller._id));
    try {
      const tokens = streams.map(({ caller }) => caller.token);
      const live = await liveTokens(this.#store.db, tokens, this.#options.now());
      for (const stream of streams) if (!live.has(stream.caller.token)) stream.end();
    } catch (error) {
      for (const user of suspects) this.#suspects.add(user);
      throw error;
    }
  }

  #suspectAll(): void {
    for (const { caller } of this.#streams) this.#suspects.add(caller._id);
  }

  /** Sends heartbeats, and finds sessions that have expired. */
  #beat(): void {
    for (const stream of this.#streams) stream.beat();
    this.#suspectAll();
    this.#wake();
  }
}

/** Changes in a row, as they are sent. */
interface Events {
  readonly changes: readonly ChangeRow[];
  /** The text of the changes for every user, made once for all streams without personal changes. */
  readonly bytes: Buffer;
  /** The users who also get personal changes. */
  readonly users: ReadonlySet<string>;
}

function asEvents(changes: readonly ChangeRow[]): Events {
  return {
    changes,
    bytes: bytesFor(undefined, changes),
    users: new Set(changes.filter(({ kind }) => personalKinds.includes(kind)).map(({ id }) => id)),
  };
}

/** The changes that a user gets; without a user, those that all users get. */
function bytesFor(userId: string | undefined, changes: readonly ChangeRow[]): Buffer {
  const sent = changes.filter(({ kind, id }) =>
    // Ends of sessions are not sent.
    personalKinds.includes(kind) ? id === userId : kind !== 'session',
  );
  return Buffer.from(sent.map(asEvent).join(''));
}

function asEvent({ seq, kind, id, version }: ChangeRow): string {
  const change: Change = { type: kind, _id: id, version };
  return `id: ${seq}\ndata: ${JSON.stringify(change)}\n\n`;
}

/** An open live stream. */
class LiveStream {
  readonly caller: Caller;
  /** The network of its client. */
  readonly network: string;
  readonly out: Readable;
  /** The last change it was sent. */
  position: number;
  /** Whether it has caught up and gets new changes. */
  isCurrent = false;
  #isOpen = true;
  #onDrain = () => {};

  constructor(caller: Caller, network: string, position: number) {
    this.caller = caller;
    this.network = network;
    this.position = position;
    this.out = new Readable({ read: () => this.#onDrain(), highWaterMark: 1024 });
    this.out.once('close', () => {
      this.#isOpen = false;
      this.#onDrain();
    });
    // The answer's headers go out with the first bytes.
    this.beat();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends the changes after its position. */
  send({ changes, bytes, users }: Events): void {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last || last.seq <= this.position) return;
    const { _id: userId } = this.caller;
    const isForAll = this.position < first.seq && !users.has(userId);
    const unseen = () => changes.filter(({ seq }) => seq > this.position);
    this.#push(isForAll ? bytes : bytesFor(userId, unseen()));
    this.position = last.seq;
  }

  /** Sends a `reset`: the server no longer has changes that the client missed. The stream continues after `position`. */
  reset(position: number): void {
    this.#push(Buffer.from(`event: reset\nid: ${position}\ndata: {}\n\n`));
    this.position = position;
  }

  /** Sends an empty comment, so that both ends detect a lost connection. */
  beat(): void {
    this.#push(Buffer.from(': \n\n'));
  }

  end(): void {
    if (this.#isOpen) this.out.push(null);
    this.#isOpen = false;
  }

  /** Waits until its client has received what was sent, or has disconnected. */
  async drained(): Promise<void> {
    if (!this.#isOpen || this.out.readableLength === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrain = resolve;
    await promise;
  }

  #push(bytes: Buffer): void {
    if (!this.#isOpen || bytes.length === 0) return;
    this.out.push(bytes);
    if (this.out.readableLength <= maxBehind) return;
    this.#isOpen = false;
    this.out.destroy();
  }
}

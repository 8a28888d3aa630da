import { setTimeout as delay } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { serverMessages } from '#contract/server-messages.ts';
import { heartbeat } from '#contract/live.ts';
import { type ChangeRow, changesAfter, lastChange } from '#server/engine/changes.ts';
import type { Store } from '#server/engine/store.ts';
import { tryLater } from '#server/http/errors.ts';
import { CarriedBugs, type ReadSmallBugs } from './carried-bugs.ts';
import { Events, LiveStream } from './live-stream.ts';
import { networkOf } from '#server/http/network.ts';
import { liveTokens } from '#server/http/session/session-queries.ts';
import type { Caller } from '#server/http/session/session.ts';

const batch = 500;
const maxStreams = 5_000;
const maxStreamsOfUser = 50;
/**
 * The pause per stream after each round of sending, in all at most `maxPause`: sending every change to all streams at
 * once would leave no time for anything else. Sending to a stream takes about a tenth of this. Milliseconds.
 */
const pausePerStream = 0.5;
const maxPause = 400;
const retryAfter = 1_000;

interface Options {
  now: () => Date;
  /** The number of streams that one network address (for IPv6, one /64) may have open. */
  maxPerNetwork: number;
  readBugs: ReadSmallBugs;
  /** Called when the database was reset to an earlier state, or changes were missed. */
  onReset: () => void;
  onFault: (error: unknown) => void;
}

/**
 * The open live streams of this process. One reader of the changes serves them all. A commit of any process wakes it,
 * and it continues after the last change that it has read, so a lost wake-up delays changes but loses none.
 */
export class LiveStreams {
  readonly #store: Store;
  readonly #options: Options;
  readonly #streams = new Set<LiveStream>();
  readonly #bugs: CarriedBugs;
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
    this.#bugs = new CarriedBugs(options.readBugs);
  }

  /** The number of the last change that this process has seen. */
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
    // Numbers earlier commits, which are not new to this stream.
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
      if (changes[0]?.seq === stream.position + 1) stream.send(await this.#eventsOf(changes));
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
      // Done synchronously, because a wake-up in between would be lost.
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
    const current = () => [...this.#streams].filter(({ isCurrent }) => isCurrent);
    if (changes[0]?.seq === before + 1) {
      const events = this.#streams.size > 0 ? await this.#eventsOf(changes) : undefined;
      this.#last = changes.at(-1)?.seq ?? last;
      if (events) for (const stream of current()) stream.send(events);
      for (const { kind, id } of changes) if (kind === 'session') this.#suspects.add(id);
    } else {
      // The server was disconnected for so long that changes it had not read were deleted.
      this.#last = last;
      this.#bugs.clear();
      this.#options.onReset();
      for (const stream of current()) stream.reset(last);
      this.#suspectAll();
    }
    this.#woken ||= this.#last < last;
    return true;
  }

  async #eventsOf(changes: readonly ChangeRow[]): Promise<Events> {
    // Pages fetch the bugs that are missing here, so changes need not wait for a bug that cannot be read.
    const bugs = await this.#bugs.after(changes).catch((error: unknown) => {
      this.#options.onFault(error);
      return new Map<number, string>();
    });
    return new Events(changes, bugs, this.#streams.size);
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

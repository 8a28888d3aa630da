import { Readable } from 'node:stream';
import { personalKinds } from '#contract/index.ts';
import { type Change, streamsEvent } from '#contract/live.ts';
import type { ChangeRow } from '#server/engine/changes.ts';
import type { Caller } from '#server/http/session/session.ts';
import type { BugsByChange } from './carried-bugs.ts';

/** A client this many bytes behind is disconnected; it reconnects and catches up. */
const maxBehind = 256 * 1024;
/** A client this many bytes behind gets changes without bugs, so that it is not disconnected because of them. */
const maxBehindWithBugs = 32 * 1024;

/** Consecutive changes, as they are sent. */
export class Events {
  readonly changes: readonly ChangeRow[];
  readonly #bugs: BugsByChange;
  readonly #streams: number;
  /** The users who get personal changes. */
  readonly #users: ReadonlySet<string>;
  /** The bytes for all other users, made once for all their streams: with bugs, and without. */
  readonly #shared = new Map<boolean, Buffer>();

  /** `streams` is the number of open streams. */
  constructor(changes: readonly ChangeRow[], bugs: BugsByChange, streams: number) {
    this.changes = changes;
    this.#bugs = bugs;
    this.#streams = streams;
    this.#users = new Set(changes.filter(({ kind }) => personalKinds.has(kind)).map(({ id }) => id));
  }

  /** The changes after `position` that a user gets, as bytes. */
  bytesFor(userId: string, position: number, withBugs: boolean): Buffer {
    const isShared = position < (this.changes[0]?.seq ?? 0) && !this.#users.has(userId);
    const known = isShared ? this.#shared.get(withBugs) : undefined;
    if (known) return known;
    const sent = this.changes.filter(
      ({ seq, kind, id }) =>
        // Ends of sessions are not sent.
        seq > position && (personalKinds.has(kind) ? id === userId : kind !== 'session'),
    );
    const texts = sent.map((change) => asEvent(change, withBugs ? this.#bugs.get(change.seq) : undefined));
    if (texts.length > 0) texts.unshift(`event: ${streamsEvent}\ndata: ${this.#streams}\n\n`);
    const bytes = Buffer.from(texts.join(''));
    if (isShared) this.#shared.set(withBugs, bytes);
    return bytes;
  }
}

function asEvent({ seq, kind, id, version }: ChangeRow, bug: string | undefined): string {
  const change = JSON.stringify({ type: kind, _id: id, version } satisfies Change);
  const data = bug === undefined ? change : `${change.slice(0, -1)},"bug":${bug}}`;
  return `id: ${seq}\ndata: ${data}\n\n`;
}

/** An open live stream. */
export class LiveStream {
  readonly caller: Caller;
  /** The network of its client. */
  readonly network: string;
  readonly out: Readable;
  /** The number of the last change that was sent to it. */
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
  send(events: Events): void {
    const last = events.changes.at(-1);
    if (!last || last.seq <= this.position) return;
    const withBugs = this.out.readableLength <= maxBehindWithBugs;
    this.#push(events.bytesFor(this.caller._id, this.position, withBugs));
    this.position = last.seq;
  }

  /** Sends `reset`: the server no longer has changes that the client missed. The stream continues after `position`. */
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

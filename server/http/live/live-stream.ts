import { Readable } from 'node:stream';
import { type Change, personalKinds } from '#contract/live.ts';
import type { ChangeRow } from '#server/db/changes.ts';
import type { Caller } from '#server/http/session/session.ts';

/** A reader this many bytes behind is disconnected; it reconnects and catches up. */
const maxBehind = 256 * 1024;

/** Changes in a row, as they are sent. */
interface Events {
  readonly changes: readonly ChangeRow[];
  /** Those that are sent to every user, made once for all streams that are sent no others. */
  readonly bytes: Buffer;
  /** The users who are sent more: changes of what is theirs alone. */
  readonly users: ReadonlySet<string>;
}

export function asEvents(changes: readonly ChangeRow[]): Events {
  return {
    changes,
    bytes: bytesFor(undefined, changes),
    users: new Set(changes.filter(({ kind }) => personalKinds.includes(kind)).map(({ id }) => id)),
  };
}

/** The changes that a user gets; without a user, those that all users get. */
function bytesFor(userId: string | undefined, changes: readonly ChangeRow[]): Buffer {
  const sent = changes.filter(({ kind, id }) =>
    // The end of a session is sent to no one.
    personalKinds.includes(kind) ? id === userId : kind !== 'session',
  );
  return Buffer.from(sent.map(asEvent).join(''));
}

function asEvent({ seq, kind, id, version }: ChangeRow): string {
  const change: Change = { type: kind, _id: id, version };
  return `id: ${seq}\ndata: ${JSON.stringify(change)}\n\n`;
}

/** An open live stream. */
export class LiveStream {
  readonly caller: Caller;
  /** The network that its client is in. */
  readonly network: string;
  readonly out: Readable;
  /** The last change it was sent. */
  position: number;
  /** Whether it has caught up, and is sent what comes. */
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

  /** Sends those of the changes that it was not sent yet. */
  send({ changes, bytes, users }: Events): void {
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last || last.seq <= this.position) return;
    const { _id: userId } = this.caller;
    const isForAll = this.position < first.seq && !users.has(userId);
    const unseen = () => changes.filter(({ seq }) => seq > this.position);
    this.#push(isForAll ? bytes : bytesFor(userId, unseen()));
    this.position = last.seq;
  }

  /** Sends that the server no longer has changes that the client missed; the stream continues behind `position`. */
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

  /** Waits until its reader has taken what was sent, or has gone. */
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

import { Readable } from 'node:stream';
import { type Change, personalKinds } from '#contract/live.ts';
import type { ChangeRow } from '#server/engine/changes.ts';
import type { Caller } from '#server/http/session/session.ts';

/** A client this many bytes behind is disconnected; it reconnects and catches up. */
const maxBehind = 256 * 1024;

/** Changes in a row, as they are sent. */
interface Events {
  readonly changes: readonly ChangeRow[];
  /** The text of the changes for every user, made once for all streams without personal changes. */
  readonly bytes: Buffer;
  /** The users who also get personal changes. */
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
export class LiveStream {
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

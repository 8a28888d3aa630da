/** A bug's number, and a string that differs after each change of its JSON (see `bugRevision`). */
export interface Revision {
  readonly number: number;
  readonly revision: string;
}

/** A bug as it is sent. */
export interface SentBug extends Revision {
  readonly id: string;
  readonly version: number;
  readonly json: Buffer;
}

/** The maximum size of all entries, in bytes. */
const most = 16_000_000;
/** The approximate size of an entry apart from its JSON, in bytes. */
const overhead = 300;

/**
 * The JSON of bugs, by number. A statement that reads their current revisions shows which entries are up to date, so
 * that after a change by any process, only the changed bug is read again. Above the limit, the oldest entries are
 * dropped.
 */
export class BugCache {
  readonly #bugs = new Map<number, SentBug>();
  #size = 0;

  /** The bug at this revision, if it is cached. */
  get({ number, revision }: Revision): SentBug | undefined {
    const bug = this.#bugs.get(number);
    return bug?.revision === revision ? bug : undefined;
  }

  set(bug: SentBug): void {
    if (sizeOf(bug) > most / 8) return;
    this.#drop(bug.number);
    this.#bugs.set(bug.number, { ...bug, json: withOwnMemory(bug.json) });
    this.#size += sizeOf(bug);
    for (const oldest of this.#bugs.keys()) {
      if (this.#size <= most) return;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#bugs.clear();
    this.#size = 0;
  }

  #drop(number: number): void {
    const bug = this.#bugs.get(number);
    if (!bug) return;
    this.#bugs.delete(number);
    this.#size -= sizeOf(bug);
  }
}

const sizeOf = ({ json }: SentBug) => json.length + overhead;

/** Copies the bytes out of Node's buffer pool, because each entry would otherwise hold 64 kB of it in memory. */
function withOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

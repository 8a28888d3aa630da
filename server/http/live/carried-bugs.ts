import { type Bug, bug as bugSchema } from '#contract/bugs/bugs.ts';
import { bugKinds, namesInQueries } from '#contract/bugs/bug-fields.ts';
import type { ChangeRow } from '#server/engine/changes.ts';

/** The longest JSON of a bug that a change carries, in bytes. */
const maxSize = 8_000;
/** The limits for changes that are sent together: number of bugs, and bytes of their JSON. */
const most = { bugs: 20, bytes: 64_000 };
/** The number of bugs that are stored for streams that catch up. */
const stored = 100;

/** Reads those of the bugs with these ids whose texts have at most `maxBytes`. */
export type ReadSmallBugs = (ids: readonly string[], maxBytes: number) => Promise<readonly Bug[]>;

/** The JSON of bugs, by the number of the change that carries it. */
export type BugsByChange = ReadonlyMap<number, string>;

/**
 * The bugs that changes carry. Every signed-in user may read every bug, so each bug is read once for all streams, and
 * again only after its next change.
 */
export class CarriedBugs {
  readonly #read: ReadSmallBugs;
  /** Without `json`, the bug is too large or deleted. `seq` is the last change that is known to be included. */
  readonly #stored = new Map<string, { seq: number; json: string | undefined }>();

  constructor(read: ReadSmallBugs) {
    this.#read = read;
  }

  /** The bugs after these changes, each by the number of its last change, latest first, up to the limits. */
  async after(changes: readonly ChangeRow[]): Promise<BugsByChange> {
    // Bugs contain the names of these objects, but have no change of their own when a name changes.
    if (changes.some(({ kind }) => namesInQueries.includes(kind))) this.clear();
    const lastChanges = lastChangesOfBugs(changes);
    await this.#readMissing(lastChanges, changes.at(-1)?.seq ?? 0);
    const carried = new Map<number, string>();
    let bytes = 0;
    for (const [id, seq] of lastChanges) {
      const json = this.#stored.get(id)?.json;
      if (json === undefined || bytes + json.length > most.bytes) continue;
      bytes += json.length;
      carried.set(seq, json);
    }
    return carried;
  }

  /** Forgets all bugs, for example after the database was reset to an earlier state. */
  clear(): void {
    this.#stored.clear();
  }

  async #readMissing(lastChanges: LastChanges, seq: number): Promise<void> {
    const ids = lastChanges
      .filter(([id, last]) => (this.#stored.get(id)?.seq ?? -1) < last)
      .map(([id]) => id);
    if (ids.length === 0) return;
    const found = new Map((await this.#read(ids, maxSize)).map((bug) => [bug._id, asJson(bug)]));
    for (const id of ids) {
      this.#stored.delete(id);
      this.#stored.set(id, { seq, json: found.get(id) });
    }
    for (const id of this.#stored.keys()) {
      if (this.#stored.size <= stored) break;
      this.#stored.delete(id);
    }
  }
}

type LastChanges = readonly (readonly [id: string, seq: number])[];

/** The number of the last change of each bug that exists, latest first. */
function lastChangesOfBugs(changes: readonly ChangeRow[]): LastChanges {
  const seqs = new Map<string, number>();
  for (const { seq, kind, id, version } of changes) {
    if (!bugKinds.has(kind)) continue;
    seqs.delete(id);
    if (kind !== 'bug' || version !== null) seqs.set(id, seq);
  }
  return [...seqs].toReversed().slice(0, most.bugs);
}

/** The JSON of a bug without fields that the contract does not name; undefined if it is too long. */
function asJson(bug: Bug): string | undefined {
  const { data } = bugSchema.safeParse(bug);
  const json = data && JSON.stringify(data);
  return json !== undefined && Buffer.byteLength(json) <= maxSize ? json : undefined;
}

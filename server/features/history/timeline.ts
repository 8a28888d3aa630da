import type { z } from 'zod';
import {
  type ActivityEntry,
  activityMessages,
  activityPage,
  type activityQuery,
  getActivity,
  type HistoryEntry,
} from '#contract/bugs/history.ts';
import type { Output } from '#contract/endpoint.ts';
import type { Db } from '#server/engine/schema.ts';
import { type AppError, fieldError, notFound } from '#server/http/errors.ts';
import { countOfPage } from '#server/http/pages.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { findCreation } from './queries.ts';
import { type Key, type Position, findKeys, findPosition } from './timeline-queries.ts';

/** The limit of the texts of a page in bytes. A longer entry has a page of its own. */
const maxPageBytes = 256_000;

type Wanted = z.output<typeof activityQuery> & { bugId: string; callerId: string };

/** The parameters that name an entry. */
const parameters = ['before', 'after', 'around'] as const;

/** Entries that were found in one direction. */
interface Found {
  readonly keys: readonly Key[];
  /** Whether there are more in that direction. */
  readonly hasMore: boolean;
}

const none: Found = { keys: [], hasMore: false };

/** The position to read from, and how much to read. */
interface Stretch {
  readonly position: Position | undefined;
  readonly limit: number;
  readonly bytes: number;
}

/** The timelines of bugs: entries of all sources by time, in pages that continue in both directions. */
export class Timeline {
  readonly #sources: readonly TimelineSource[];

  constructor(sources: readonly TimelineSource[]) {
    this.#sources = sources;
  }

  /** @throws AppError 404 if there is no such bug, 400 if it has no such entry */
  async page(db: Db, wanted: Wanted): Promise<Output<typeof getActivity>> {
    const { bugId, callerId } = wanted;
    const [creation, found] = await Promise.all([
      findCreation(db, bugId),
      this.#position(db, wanted).then((place) => place && this.#find(db, wanted, place.position)),
    ]);
    if (!creation) throw notFound(getActivity);
    if (!found) throw unknownEntry(wanted);
    const { backward, forward } = found;
    const keys = [...backward.keys.toReversed(), ...forward.keys];
    return {
      entries: await this.#read(db, keys, { callerId, creation }),
      // Before the given entry, there is at least that entry itself.
      before: backward.hasMore || wanted.after !== undefined ? (keys[0]?.id ?? wanted.after ?? null) : null,
      after:
        forward.hasMore || wanted.before !== undefined ? (keys.at(-1)?.id ?? wanted.before ?? null) : null,
    };
  }

  /** The position of the entry that the query names, except the creation; undefined if there is no such entry. */
  async #position(db: Db, wanted: Wanted): Promise<{ position: Position | undefined } | undefined> {
    const parameter = parameters.find((name) => wanted[name] !== undefined);
    const id = parameter && wanted[parameter];
    if (id === undefined || id === wanted.bugId) return { position: undefined };
    const position = await findPosition(db, this.#sources, { bugId: wanted.bugId, id });
    return position && { position };
  }

  async #find(
    db: Db,
    { bugId, from, before, after, around, limit = activityPage.usual }: Wanted,
    position: Position | undefined,
  ): Promise<{ backward: Found; forward: Found }> {
    const whole: Stretch = { position, limit, bytes: maxPageBytes };
    const first: Key = { source: 'creation', id: bugId, size: 0 };
    if (before === bugId) return { backward: none, forward: none };
    if (after !== undefined) return { backward: none, forward: await this.#forward(db, bugId, whole) };
    if (from === 'start' || around === bugId)
      return { backward: none, forward: await this.#forward(db, bugId, whole, first) };
    if (around === undefined)
      return { backward: await this.#backward(db, { bugId, first, way: 'before' }, whole), forward: none };
    const half = { ...whole, bytes: maxPageBytes / 2 };
    const [backward, forward] = await Promise.all([
      this.#backward(db, { bugId, first, way: 'from' }, { ...half, limit: Math.ceil(limit / 2) }),
      this.#forward(db, bugId, { ...half, limit: Math.floor(limit / 2) }),
    ]);
    return { backward, forward };
  }

  async #forward(db: Db, bugId: string, stretch: Stretch, first?: Key): Promise<Found> {
    const { position, limit } = stretch;
    const keys = await findKeys(db, this.#sources, { bugId, way: 'after', position, limit: limit + 1 });
    return cut([...(first ? [first] : []), ...keys], stretch);
  }

  async #backward(
    db: Db,
    { bugId, first, way }: { bugId: string; first: Key; way: 'before' | 'from' },
    stretch: Stretch,
  ): Promise<Found> {
    const { position, limit } = stretch;
    const keys = await findKeys(db, this.#sources, { bugId, way, position, limit: limit + 1 });
    return cut([...keys, ...(keys.length > limit ? [] : [first])], stretch);
  }

  /** Reads the texts of entries, source by source, and puts them in the order of the keys. */
  async #read(
    db: Db,
    keys: readonly Key[],
    { callerId, creation }: { callerId: string; creation: HistoryEntry },
  ): Promise<ActivityEntry[]> {
    const bySource = [...Map.groupBy(keys, ({ source }) => source)];
    const read = await Promise.all(
      bySource.map(async ([source, some]): Promise<readonly ActivityEntry[]> => {
        const ids = some.map(({ id }) => id);
        const found = this.#sources.find(({ table }) => table === source);
        return (await found?.read(db, ids, callerId)) ?? [creationEntry(creation)];
      }),
    );
    const entries = new Map(read.flat().map((entry) => [entry._id, entry]));
    return keys.map(({ id }) => entries.get(id)).filter((entry) => entry !== undefined);
  }
}

function unknownEntry(wanted: Wanted): AppError {
  const parameter = parameters.find((name) => wanted[name] !== undefined) ?? 'around';
  return fieldError(parameter, activityMessages.unknownEntry({ parameter }));
}

function creationEntry(change: HistoryEntry): ActivityEntry {
  return { kind: 'change', _id: change._id, at: change.at, change };
}

/** The entries that fit into the page. */
function cut(keys: readonly Key[], { limit, bytes }: Stretch): Found {
  const count = countOfPage(keys, { limit, maxBytes: bytes });
  return { keys: keys.slice(0, count), hasMore: keys.length > count };
}

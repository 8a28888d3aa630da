import { sql } from 'kysely';
import { boardMessages, type Place, placeBug, rankOf, rankStep } from '#contract/bugs/board.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'bug placed': { bugId: string };
  }
}

type Placing = Pick<Call<typeof placeBug>, 'caller' | 'emit' | 'settings'>;

/** The smallest gap between ranks after renumbering: room for eight bisections. */
const leastRoom = 2 ** 8;
/**
 * How many cards on each side are renumbered, at first and at most. More cards are spread over more ranks, so that
 * renumbering is seldom needed again.
 */
const apart = { fewest: 16, most: 2_048 };

/** Places a bug beside another one. @throws AppError 404, 403, or 400 for an invalid neighbour */
export async function place(
  tx: Tx,
  { caller, emit, settings: { bugWorkers: workers } }: Placing,
  bugs: BugWork,
  id: string,
  { before, after }: Place,
): Promise<Bug> {
  await holdOrder(tx);
  const bug = await bugs.findToChange(tx, id);
  if (!bug) throw notFound(placeBug);
  demand(caller, bugWorkPermissions.work, { ...bug, workers });
  const neighbour = before ?? after;
  if (neighbour === undefined || (before !== undefined && after !== undefined))
    throw fieldError('before', boardMessages.oneNeighbour());
  const [name, side] = before === undefined ? (['after', 'below'] as const) : (['before', 'above'] as const);
  const anchor = neighbour === id ? undefined : await cardOf(tx, neighbour);
  if (!anchor) throw fieldError(name, boardMessages.notAnother());
  const ranks = await ranksFor(tx, id, anchor, side);
  await storeRanks(tx, ranks);
  const changes = ranks.map((ranked) => ({ kind: 'position', id: ranked.id, version: null }) as const);
  emit(tx, { type: 'bug placed', bugId: id, changes });
  return { ...bug, rank: ranks.find((ranked) => ranked.id === id)?.rank };
}

interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** The rank between the anchor and its neighbour; if there is none, renumbers the cards around it. */
async function ranksFor(tx: Tx, id: string, anchor: Card, side: Side): Promise<Ranked[]> {
  const [next] = await others(tx, id, anchor, side, 1);
  const beyond = next?.rank ?? (side === 'above' ? overTop(anchor) : 0);
  const rank = Math.floor((anchor.rank + beyond) / 2);
  const isBetween = Math.min(anchor.rank, beyond) < rank && rank < Math.max(anchor.rank, beyond);
  return isBetween ? [{ id, rank }] : setApart(tx, id, anchor, side);
}

/** Spreads the ranks of the cards around the place evenly. Moves only as many as give enough room, up to the limit. */
async function setApart(tx: Tx, id: string, anchor: Card, side: Side): Promise<Ranked[]> {
  for (let count = apart.fewest; ; count *= 2) {
    const above = await others(tx, id, anchor, 'above', count + 1);
    const below = await others(tx, id, anchor, 'below', count + 1);
    const top = above.length > count ? above.pop() : undefined;
    const bottom = below.length > count ? below.pop() : undefined;
    const inside = [...above.toReversed().map(idOf), anchor.id, ...below.map(idOf)];
    const at = inside.indexOf(anchor.id) + (side === 'above' ? 0 : 1);
    const ids = inside.toSpliced(at, 0, id);
    const from = top?.rank ?? overTop(above.at(-1) ?? anchor);
    const room = (from - (bottom?.rank ?? 0)) / (ids.length + 1);
    const enough = Math.min(leastRoom * (count / apart.fewest), rankStep / 4);
    const isEnough = room >= enough || (count === apart.most && room >= 2);
    if (!isEnough && (top || bottom)) continue;
    return ids.map((each, index) => ({ id: each, rank: Math.floor(from - room * (index + 1)) }));
  }
}

const idOf = ({ id }: Card) => id;

/** The upper bound of ranks above the top card: at most the rank of the next bug to be filed. */
function overTop({ rank }: Card): number {
  return (Math.floor(rank / rankStep) + 1) * rankStep;
}

/** The cards beside one, except the card being placed. */
async function others(tx: Tx, id: string, card: Card, side: Side, limit: number): Promise<Card[]> {
  const found = await cardsBeside(tx, card, side, limit + 1);
  return found.filter((other) => other.id !== id).slice(0, limit);
}

/** A bug in the order of boards: a higher rank is further up, and if ranks are equal, a higher number is. */
interface Card {
  readonly id: string;
  readonly number: number;
  readonly rank: number;
}

/** Locks the order of boards: waits for other transactions that place bugs, and blocks them until this one ends. */
async function holdOrder(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).holdCardOrder) await statement.execute(tx);
}

async function cardOf(db: Db, id: string): Promise<Card | undefined> {
  const row = await db
    .selectFrom('bugs')
    .leftJoin('card_positions', 'card_positions.bug_id', 'bugs.id')
    .select(['bugs.id', 'bugs.number', 'card_positions.rank'])
    .where('bugs.id', '=', id)
    .executeTakeFirst();
  return row && cardIn(row);
}

const cardIn = ({ id, number, rank }: { id: string; number: number; rank: number | null }): Card => ({
  id,
  number,
  rank: rankOf({ number, rank: rank ?? undefined }),
});

type Side = 'above' | 'below';

/** Up to `limit` cards above or below one, the nearest first. */
async function cardsBeside(db: Db, card: Card, side: Side, limit: number): Promise<Card[]> {
  const [beyond, direction] = side === 'above' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const beside = sql<boolean>`(card_positions.rank, bugs.number) ${sql.raw(beyond)} (${card.rank}, ${card.number})`;
  const placed = await db
    .selectFrom('card_positions')
    .innerJoin('bugs', 'bugs.id', 'card_positions.bug_id')
    .select(['bugs.id', 'bugs.number', 'card_positions.rank'])
    .where(beside)
    .orderBy('card_positions.rank', direction)
    .orderBy('bugs.number', direction)
    .limit(limit)
    .execute();
  const { from, isIncluded } = numberAt(card, side);
  const unplaced = await db
    .selectFrom('bugs')
    .select(['id', 'number', sql<null>`null`.as('rank')])
    .where('number', isIncluded ? `${beyond}=` : beyond, from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('card_positions').select('bug_id').whereRef('bug_id', '=', 'bugs.id'))),
    )
    .orderBy('number', direction)
    .limit(limit)
    .execute();
  return [...placed, ...unplaced]
    .map(cardIn)
    .toSorted((one, other) => (side === 'above' ? -1 : 1) * inOrder(one, other))
    .slice(0, limit);
}

/** The number that bounds the bugs on this side that were never placed. */
function numberAt({ rank, number }: Card, side: Side) {
  const from = Math.floor(rank / rankStep);
  const isOnIt = rank % rankStep === 0;
  if (side === 'below') return { from, isIncluded: !isOnIt || from < number };
  return { from, isIncluded: isOnIt && from > number };
}

/** Compares two cards: negative if the first is above the other. */
function inOrder(one: Card, other: Card): number {
  return other.rank - one.rank || other.number - one.number;
}

/** Stores the ranks of these bugs: at least one, and few enough for the parameters of one statement. */
async function storeRanks(tx: Tx, ranks: readonly { id: string; rank: number }[]): Promise<void> {
  await tx
    .insertInto('card_positions')
    .values(ranks.map(({ id, rank }) => ({ bug_id: id, rank })))
    .onConflict((conflict) =>
      conflict.column('bug_id').doUpdateSet(({ ref }) => ({ rank: ref('excluded.rank') })),
    )
    .execute();
}

import { boardMessages, type Place, placeBug, rankStep } from '#contract/bugs/board.ts';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';
import { type Card, type Side, cardOf, cardsBeside, holdOrder, storeRanks } from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'bug placed': { bugId: string };
  }
}

type Placing = Pick<Call<typeof placeBug>, 'caller' | 'emit' | 'settings'>;

/** The smallest gap between ranks after renumbering: room for eight bisections. */
const leastRoom = 2 ** 8;
/**
 * The number of cards on each side that are renumbered, at first and at most. More cards spread over more ranks, so that
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

/** Spreads the ranks of the cards around the place evenly, moving as few cards as give enough room, up to the limit. */
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

/** Below the rank of every bug that is not filed yet. */
function overTop({ rank }: Card): number {
  return (Math.floor(rank / rankStep) + 1) * rankStep;
}

/** The cards beside one, without the card that is placed. */
async function others(tx: Tx, id: string, card: Card, side: Side, limit: number): Promise<Card[]> {
  const found = await cardsBeside(tx, card, side, limit + 1);
  return found.filter((other) => other.id !== id).slice(0, limit);
}

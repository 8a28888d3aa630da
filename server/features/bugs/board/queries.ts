import { sql } from 'kysely';
import { rankOf, rankStep } from '#contract/bugs/board.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';

/** A bug in the order of boards: the higher rank is above, of equal ones the higher number. */
export interface Card {
  readonly id: string;
  readonly number: number;
  readonly rank: number;
}

/** Locks the order of boards: waits for other transactions that place bugs, and blocks them until this one ends. */
export async function holdOrder(tx: Tx): Promise<void> {
  for (const statement of engineOf(tx).holdCardOrder) await statement.execute(tx);
}

export async function cardOf(db: Db, id: string): Promise<Card | undefined> {
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

export type Side = 'above' | 'below';

/** Up to `limit` cards above or below one, the nearest first. */
export async function cardsBeside(db: Db, card: Card, side: Side, limit: number): Promise<Card[]> {
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

/** The number that bounds the never placed bugs on this side. */
function numberAt({ rank, number }: Card, side: Side) {
  const from = Math.floor(rank / rankStep);
  const isOnIt = rank % rankStep === 0;
  if (side === 'below') return { from, isIncluded: !isOnIt || from < number };
  return { from, isIncluded: isOnIt && from > number };
}

/** Compares two cards: negative where the first is above. */
function inOrder(one: Card, other: Card): number {
  return other.rank - one.rank || other.number - one.number;
}

/** Stores the ranks of these bugs: at least one, and few enough for the parameters of one statement. */
export async function storeRanks(tx: Tx, ranks: readonly { id: string; rank: number }[]): Promise<void> {
  await tx
    .insertInto('card_positions')
    .values(ranks.map(({ id, rank }) => ({ bug_id: id, rank })))
    .onConflict((conflict) =>
      conflict.column('bug_id').doUpdateSet(({ ref }) => ({ rank: ref('excluded.rank') })),
    )
    .execute();
}

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sortFields } from '#contract/bugs/bugs.ts';
import { insertSession } from '#server/features/users/sessions/session-queries.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { type EngineName, testDatabase } from '#server/test/database.ts';
import { type Answer, Side } from './differential-side.ts';
import { type Step, steps } from './differential-steps.ts';
import { slots, tokens } from './differential-values.ts';
import { testApp } from '#server/test/harness.ts';

/**
 * Each seed gives a sequence of its own, on new databases. `DIFFERENTIAL_SEED=100` tries another,
 * `DIFFERENTIAL_SEQUENCES=20` more.
 */
const firstSeed = Number(process.env['DIFFERENTIAL_SEED'] ?? 1);
const sequences = Number(process.env['DIFFERENTIAL_SEQUENCES'] ?? 1);
const seeds = Array.from({ length: sequences }, (_, i) => firstSeed + i);
const length = 600;
/** The maximum number of pages of a list that are followed. */
const pages = 4;

describe.each(seeds)('sequence %i', (seed) => {
  test(
    'is answered alike on SQLite and on PostgreSQL',
    { tags: ['slow'], timeout: length * 400 },
    async () => {
      let time = Date.parse('2026-03-01T08:00:00.000Z');
      const start = async (engine: EngineName) => {
        const app = await testApp({ databaseUrl: await testDatabase(engine), time: () => time });
        const side = new Side(app.url);
        for (const [i, slot] of slots.users.entries()) {
          const { _id } = await app.user({ email: `person${i}@example.com`, role: i < 2 ? 'admin' : 'user' });
          side.set(slot, _id);
        }
        return { side, store: app.store };
      };
      const [sqlite, postgres] = await Promise.all([start('sqlite'), start('postgres')]);

      /** Lets everyone in again, regardless of how they were locked out. */
      async function letIn(): Promise<void> {
        for (const { side, store } of [sqlite, postgres]) {
          await store.write(async (tx) => {
            await tx.updateTable('users').set({ suspended_at: null }).execute();
            for (const [i, slot] of slots.users.entries()) {
              const [userId, token] = [side.real(slot), randomBytes(32).toString('base64url')];
              if (i < 2)
                await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
              const session = {
                tokenHash: tokenHash(token),
                device: 'test',
                address: '::1',
                now: new Date(time),
              };
              await insertSession(tx, { userId, ...session });
              side.set(tokens[i] ?? '', token);
            }
          });
        }
      }

      async function compare(step: Step): Promise<Answer> {
        const [one, other] = await Promise.all([sqlite.side.send(step), postgres.side.send(step)]);
        expect({ step, ...other }).toEqual({ step, ...one });
        return one;
      }

      for (const [i, step] of steps(seed, length).entries()) {
        if (i % 25 === 0) await letIn();
        time += step.pause;
        let { headers } = await compare(step);
        for (let page = 1; headers['link'] !== undefined && page < pages; page += 1) {
          ({ headers } = await compare({ ...step, path: slots.nextPage }));
        }
      }
      for (const sort of sortFields) {
        const headers = { authorization: `Bearer ${tokens[0]}` };
        await compare({ method: 'GET', path: `/api/bugs?sort=-${sort}`, headers, body: undefined, pause: 0 });
      }
    },
  );
});

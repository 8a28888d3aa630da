import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/engine/open.ts';
import { Program } from '#server/test/server-process.ts';
import type { Site } from './site.ts';
import type { Report } from './tools.ts';

/**
 * The number of jobs that a process adds. It begins with a commit of its worker, and commits each job, its claim and
 * its end.
 */
const jobs = 3;
const commits = 1 + 3 * jobs;

/** The points at which a job is interrupted, in order: before and after each commit, and before and after the work. */
export const everyStep: readonly string[] = ['before', 'after'].flatMap((when) => [
  ...Array.from({ length: commits }, (_, i) => `${when} commit ${i + 1}`),
  ...Array.from({ length: jobs }, (_, i) => `${when} effect ${i + 1}`),
]);

/**
 * Adds and runs jobs in processes that are killed, each at its step, and then in one that is not killed. Every
 * acknowledged job must then be done, and have taken effect at least once, always under the same id.
 */
export async function runJobRounds(
  site: Site,
  steps: readonly string[],
  environment: Record<string, string> = {},
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-jobs-'));
  const effectsFile = join(folder, 'effects');
  const added: string[] = [];
  const notKilled: string[] = [];
  const run = async (name: string, variables: Record<string, string>): Promise<boolean> => {
    const process = new Program(['lab/crash/job-process.ts'], {
      DATABASE_URL: site.databaseUrl,
      EFFECTS: effectsFile,
      NAME: name,
      ...environment,
      ...variables,
    });
    const code = await process.ended();
    if (code !== null && code !== 0) throw new Error(process.err);
    added.push(...process.out.matchAll(/^added (.+)$/gm).map(([, job = '']) => job));
    return code === null;
  };
  for (const [i, STEP] of steps.entries()) {
    if (!(await run(`round${i}`, { STEP, JOBS: String(jobs) }))) notKilled.push(STEP);
    await (
      await site.afterKill()
    )();
  }
  // The last process adds jobs, too: if the only crash comes before the first commit, there are no others.
  await run('last', { JOBS: String(jobs) });
  const effects = (await readFile(effectsFile, 'utf8')).trimEnd().split('\n');
  const store = await openDatabase(site.databaseUrl, { exclusive: false });
  const rows = await store.db.selectFrom('jobs').select(['id', 'payload', 'state']).execute();
  await store.close();
  await rm(folder, { recursive: true });
  const stored = new Map(rows.map(({ id, payload }) => [JSON.parse(payload) as string, id]));
  const lost = added.filter((name) => !effects.includes(`${name} ${stored.get(name)}`));
  const foreign = effects.filter((line) => {
    const [name = '', id] = line.split(' ');
    return stored.get(name) !== id;
  });
  const left = rows.filter(({ state }) => state !== 'done');
  return {
    line: `${steps.length - notKilled.length} crashes, ${added.length} jobs acknowledged, ${lost.length} lost, ${effects.length - new Set(effects).size} run again`,
    faults: [
      ...lost.map((name) => ({ kind: 'lost', what: `job ${name} was not run` })),
      ...foreign.map((name) => ({ kind: 'damaged', what: `a job that is not stored was run: ${name}` })),
      ...left.map(({ id, state }) => ({ kind: 'damaged', what: `job ${id} is ${state}` })),
      ...notKilled.map((step) => ({ kind: 'damaged', what: `the process did not reach: ${step}` })),
    ],
  };
}

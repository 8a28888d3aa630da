// A process that adds jobs and runs them, until it kills itself at the step that STEP names. Run only by the crash
// rounds.
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import type { Job } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { defaultSettings } from '#server/settings.ts';

const { DATABASE_URL = '', EFFECTS = '', NAME = '', STEP, JOBS = '0', FAULT } = process.env;
/** How long a planted fault delays the work, so that it happens after its end was recorded. Milliseconds. */
const tooLate = 200;

function pass(step: string): void {
  if (step === STEP) process.kill(process.pid, 'SIGKILL');
}

const opened = await openDatabase(DATABASE_URL, { exclusive: true });
await migrate(opened);

let writes = 0;
const write: Store['write'] = async (work) => {
  writes += 1;
  const number = writes;
  const result = await opened.write(async (tx) => {
    const made = await work(tx);
    pass(`before commit ${number}`);
    return made;
  });
  pass(`after commit ${number}`);
  return result;
};
const store: Store = { ...opened, write };

let runs = 0;
const job: Job<string> = {
  kind: 'crash',
  payload: z.string(),
  async run(_, name, { id }) {
    runs += 1;
    const number = runs;
    pass(`before effect ${number}`);
    const work = () => appendFileSync(EFFECTS, `${name} ${id}\n`);
    if (FAULT === undefined) work();
    else setTimeout(work, tooLate);
    pass(`after effect ${number}`);
  },
};

const worker = new JobWorker({
  store,
  jobs: [job],
  mail: undefined,
  settings: defaultSettings,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  timing: { lease: 300, poll: 50, pause: 5, retry: 20 },
});
worker.start();
for (let i = 0; i < Number(JOBS); i += 1) {
  const name = `${NAME}-${i}`;
  await store.write((tx) => enqueue(tx, job, name, { now: new Date() }));
  process.stdout.write(`added ${name}\n`);
}
const open = opened.db.selectFrom('jobs').select('id').where('due_at', 'is not', null).limit(1);
while (await open.executeTakeFirst()) await delay(10);
await worker.stop();
await opened.close();

import { releaseJobs } from '#server/jobs/queue.ts';
import type { Store } from '#server/engine/store.ts';
import { StartError } from '#server/start-error.ts';
import { type Command, commandWrite, emit, onDatabase } from './command.ts';

export const jobs: Command = {
  help: `
  jobs release           let background jobs start that are held since a restore or a copy`,
  async run({ words: [verb], databaseUrl, say }) {
    if (verb !== 'release') throw new StartError('Say what: npm run katydid -- jobs release');
    const release = async (store: Store) => {
      const wereHeld = await commandWrite(store)(async (tx) => {
        if (!(await releaseJobs(tx))) return false;
        emit(tx, { type: 'jobs managed', audit: { action: 'jobs released' } });
        return true;
      });
      say(wereHeld ? 'Background jobs are released.' : 'Background jobs were not held.');
    };
    return onDatabase(databaseUrl, release, { existing: true });
  },
};

import { type Bug, bug as bugSchema } from '#contract/bugs/bugs.ts';
import { storedIn } from '#web/lib/merge/stored-in.ts';

/** Sends the change of a bug with these headers; undefined where the bug is as wanted already. */
type Send = (bug: Bug, headers: Readonly<Record<string, string>>) => Promise<Bug> | undefined;

/** A bug before and after a save: the same where there was nothing to do. */
export interface Saved {
  readonly before: Bug;
  readonly bug: Bug;
}

/** Saves a change of the bug as it is stored: where someone else was first, it is made anew, once, of what they have stored. */
export async function save(now: Bug, send: Send): Promise<Saved> {
  const sendFor = async (before: Bug): Promise<Saved> => ({
    before,
    bug: (await send(before, { 'if-match': `"${before.version}"` })) ?? before,
  });
  try {
    return await sendFor(now);
  } catch (error) {
    const stored = storedIn(error, bugSchema);
    if (!stored) throw error;
    return sendFor(stored);
  }
}

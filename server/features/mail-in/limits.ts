import { createHash } from 'node:crypto';
import { takeToken } from '#server/http/rate-limit.ts';
import type { JobContext } from '#server/jobs/job.ts';
import type { MailedFile } from '#server/mail/in/parse.ts';
import type { RateLimit } from '#server/settings.ts';
import * as queries from './queries.ts';

const kilobyte = 1024;

/** The limit of attachments by mail, of a user, and of all senders without an account together: 100 MB in an hour. In kB. */
const sizeLimit: RateLimit = { burst: 100 * kilobyte, perMinute: (100 * kilobyte) / 60 };

interface Counted {
  /** What is limited. */
  readonly name: string;
  readonly limit: RateLimit;
  /** Thrown where there are too many messages. */
  readonly tooMany: () => Error;
  /** Whose attachments are limited. */
  readonly sizeOf: string;
  /** Thrown where the attachments are too large. */
  readonly tooLarge: () => Error;
}

/**
 * Counts a message towards limits before anything of it is stored, and once: a further attempt, or another delivery, does not
 * count. It is counted towards all of them, or none.
 */
export async function countMail(
  { write, now }: JobContext,
  { key, files }: { key: string; files: readonly MailedFile[] },
  { name, limit, tooMany, sizeOf, tooLarge }: Counted,
): Promise<void> {
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  const counted = createHash('sha256').update(`${key}\ncounted`).digest('hex');
  await write(async (tx) => {
    const at = now();
    if (!(await queries.noteHandled(tx, { key: counted, at: at.toISOString() }))) return;
    if ((await takeToken(tx, name, limit, at)) > 0) throw tooMany();
    const count = Math.min(Math.ceil(bytes / kilobyte), sizeLimit.burst);
    if (count > 0 && (await takeToken(tx, `mail-in-size:${sizeOf}`, { ...sizeLimit, count }, at)) > 0)
      throw tooLarge();
  });
}

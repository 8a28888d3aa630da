// The thread that reads a message or a published file: see thread.ts.
import { hash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeWords } from './charsets.ts';
import { originalOf } from './original.ts';
import { type ParsedMail, TooManyParts, parseMail } from './parse.ts';
import { publishedInFile } from './published.ts';
import { redactFile } from './redact-file.ts';
import { type Ours, redact } from './redact.ts';
import type { Answered } from './reply-marks.ts';
import { splitReply, withoutSignature } from './reply-text.ts';
import type { ParseReply, ParseTask, Task } from './thread.ts';

/** What is known about the mail that a message answers. */
function answeredBy(
  { headers, subject }: Pick<ParsedMail, 'headers' | 'subject'>,
  { publicUrl, replyTo }: Ours,
  { addresses, names }: NonNullable<ParseTask['senders']> = { addresses: [], names: [] },
): Answered {
  const [, recipient = ''] = headers.find(([name]) => name === 'from') ?? [];
  const ours = [...addresses, `${publicUrl}/`, ...(replyTo ? [`${replyTo.local}+`] : [])];
  return { ours, names, recipient: decodeWords(recipient.slice(0, 1_000)), subject };
}

async function parsed({ raw, ours, senders }: ParseTask): Promise<ParseReply> {
  try {
    const { parts, ...mail } = await parseMail(raw);
    const shown = (text: string) => redact(text, ours, mail.from);
    // The text is split before addresses are removed, because these identify the line that mail programs write above a
    // quote.
    const { reply, isTrimmed } = splitReply(mail.text, answeredBy(mail, ours, senders));
    const files = mail.files.flatMap((file) => {
      const redacted = redactFile(file, ours, mail.from);
      return redacted ? { ...redacted, sha256: hash('sha256', redacted.content) } : [];
    });
    return {
      mail: {
        ...mail,
        subject: shown(mail.subject),
        text: shown(mail.text),
        reply: shown(reply),
        isTrimmed,
        unsigned: shown(withoutSignature(mail.text)),
        files,
        original: originalOf(mail, parts, ours),
        leftOut: mail.files.length - files.length,
      },
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { fault, isLimit: error instanceof TooManyParts };
  }
}

// Requests have priority. On Linux, this sets the thread's priority, elsewhere that of the whole process. At the lowest
// priority, a second of work would take a minute on a busy machine.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const task = workerData as Task;
parentPort?.postMessage('file' in task ? publishedInFile(task.file) : await parsed(task), []);

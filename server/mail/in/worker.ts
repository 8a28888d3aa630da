// The thread that reads a message or a published file: see thread.ts.
import { hash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { originalOf } from './original.ts';
import { TooManyParts, parseMail } from './parse.ts';
import { publishedInFile } from './published.ts';
import { redactFile } from './redact-file.ts';
import { type Ours, redact } from './redact.ts';
import { splitReply, withoutSignature } from './reply-text.ts';
import type { ParseReply, Task } from './thread.ts';

async function parsed(raw: Uint8Array, ours: Ours): Promise<ParseReply> {
  try {
    const { parts, ...mail } = await parseMail(raw);
    const shown = (text: string) => redact(text, ours, mail.from);
    // The text is split before addresses are removed, as these identify the line that mail programs write above a
    // quote.
    const { reply, isTrimmed } = splitReply(mail.text);
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

// Requests have priority. On Linux, this sets the thread's priority, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
const task = workerData as Task;
parentPort?.postMessage('file' in task ? publishedInFile(task.file) : await parsed(task.raw, task.ours), []);

// The other end of parseInThread: reads one message.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ParseReply, ParseTask } from './parse-thread.ts';
import { TooManyParts, parseMail } from './parse.ts';
import { redactFile } from './redact-file.ts';
import { redact } from './redact.ts';
import { splitReply, withoutSignature } from './reply-text.ts';

async function reply(): Promise<ParseReply> {
  try {
    const { raw, ours } = workerData as ParseTask;
    const mail = await parseMail(raw);
    const shown = (text: string) => redact(text, ours, mail.from);
    // The text is split before addresses are removed, as these identify the line that mail programs write above a
    // quote.
    const { reply: written, isTrimmed } = splitReply(mail.text);
    const unsigned = shown(withoutSignature(mail.text));
    const files = mail.files.flatMap((file) => redactFile(file, ours, mail.from) ?? []);
    const texts = { subject: shown(mail.subject), text: shown(mail.text), reply: shown(written), unsigned };
    return { mail: { ...mail, ...texts, files, isTrimmed, leftOut: mail.files.length - files.length } };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { fault, isLimit: error instanceof TooManyParts };
  }
}

// Requests have priority. On Linux, this sets the thread's priority, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(await reply(), []);

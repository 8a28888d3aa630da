// The other end of parseInThread: reads one message.
import { parentPort, workerData } from 'node:worker_threads';
import type { ParseReply, ParseTask } from './parse-thread.ts';
import { parseMail } from './parse.ts';
import { redact } from './redact.ts';
import { splitReply, withoutSignature } from './reply-text.ts';

async function reply(): Promise<ParseReply> {
  try {
    const { raw, ours } = workerData as ParseTask;
    const mail = await parseMail(raw);
    const shown = (text: string) => redact(text, ours, mail.from);
    // The text is split before addresses are removed, as these mark the line that mail programs write above a quote.
    const { reply: written, isTrimmed } = splitReply(mail.text);
    const unsigned = shown(withoutSignature(mail.text));
    return { mail: { ...mail, text: shown(mail.text), reply: shown(written), isTrimmed, unsigned } };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await reply(), []);

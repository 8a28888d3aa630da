// The other end of parseInThread: reads one message.
import { parentPort, workerData } from 'node:worker_threads';
import type { ParseReply } from './parse-thread.ts';
import { parseMail } from './parse.ts';
import { splitReply } from './reply-text.ts';

async function reply(): Promise<ParseReply> {
  try {
    const mail = await parseMail(workerData as Uint8Array);
    return { mail: { ...mail, reply: splitReply(mail.text).reply } };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await reply(), []);

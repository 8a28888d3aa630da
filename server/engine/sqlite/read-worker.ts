// The other end of SqliteReadThread: runs one statement after another on a read-only connection of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteFile } from './file.ts';
import type { ReadReply, ReadRequest } from './read-thread.ts';

const file = new SqliteFile((workerData as { path: string }).path, { readOnly: true });

function answer({ sql, parameters }: ReadRequest): ReadReply {
  try {
    return { rows: file.run(sql, parameters).rows };
  } catch (error) {
    // Cloning would drop the properties by which failures are classified.
    const { message, errcode } = error as Error & { errcode?: number };
    return { error: { message, errcode } };
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(answer(request), []));

// The other end of publishedInThread: reads one file.
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { publishedInFile } from './published.ts';

// Requests have priority. On Linux, this sets the thread's priority, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(publishedInFile(workerData as Uint8Array), []);

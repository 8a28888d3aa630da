import { Worker } from 'node:worker_threads';
import { PermanentFailure } from '#server/jobs/job.ts';

/**
 * The limits of reading a content: processor time, and more of it per megabyte, in milliseconds; memory in megabytes; and how long
 * one attempt may last. The thread has the lowest priority: on a busy machine it waits for a processor.
 */
export const defaultLimits = { processor: 5_000, perMegabyte: 250, memory: 256, time: 120_000 };
/** How often the time of the processor is read, in milliseconds. */
const interval = 200;

/**
 * The answer of a script in a thread of its own: requests do not wait for it, and one that takes too long or too much memory ends
 * with its thread. `bytes` is the size of what it reads.
 * @throws PermanentFailure where it takes too much processor time or memory, as each attempt would; or another Error where it had to
 * wait for a processor, or the thread failed, which may pass
 */
export async function askThread<Answer>(
  script: URL,
  data: unknown,
  {
    bytes,
    signal,
    limits = defaultLimits,
  }: { bytes: number; signal: AbortSignal; limits?: typeof defaultLimits },
): Promise<Answer> {
  signal.throwIfAborted();
  const { processor, perMegabyte, memory, time } = limits;
  const worker = new Worker(script, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) =>
    reject(isLimit(error) ? beyondLimits(error) : error),
  );
  worker.once('exit', () => reject(new Error('The thread that reads an e-mail ended')));
  const allowed = processor + (perMegabyte * bytes) / 1024 ** 2;
  const tooLong = () => reject(beyondLimits(new Error('It took too long')));
  const timer = setTimeout(
    () => reject(new Error('Reading an e-mail waited too long for a processor')),
    time,
  );
  const meter = setInterval(() => {
    const read = ({ user, system }: NodeJS.CpuUsage) => user + system > allowed * 1_000 && tooLong();
    // It fails where the thread has ended, which has its own event.
    worker.cpuUsage().then(read, () => undefined);
  }, interval);
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function isLimit({ code }: { code?: string }): boolean {
  return code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The failure of a content that cannot be read within the limits. */
export function beyondLimits(cause: Error): PermanentFailure {
  return new PermanentFailure(`Reading an e-mail is beyond its limits: ${cause.message}`, { cause });
}

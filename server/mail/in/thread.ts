import { Worker } from 'node:worker_threads';
import { PermanentFailure } from '#server/jobs/job.ts';

/**
 * Limits for reading a content: CPU time, plus CPU time per megabyte, in milliseconds; memory in megabytes; and the
 * duration of one attempt. The thread has the lowest priority: on a busy machine it waits for a processor.
 */
export const defaultLimits = { processor: 5_000, perMegabyte: 250, memory: 256, time: 120_000 };
/** The interval at which the CPU time is checked, in milliseconds. */
const interval = 200;

/**
 * Runs a script in a separate thread and returns its answer: requests do not wait for it, and a run that takes too much
 * time or memory ends with its thread. `bytes` is the size of the input.
 * @throws PermanentFailure if it takes too much CPU time or memory, as it would in each attempt; or another Error if it
 * had to wait for a processor, or the thread failed, which may be temporary
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
    // Fails if the thread has ended, which has its own event.
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

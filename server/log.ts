import { type Logger, pino } from 'pino';

/**
 * Lines are buffered, because a write for each would take as long as much of the work that is logged. At the end of the
 * process, they are written at once.
 */
const lines = { dest: 1, sync: false, minLength: 12_288, periodicFlush: 100 };

/** Writes to standard output: lines for people in a terminal, JSON for programs elsewhere. */
export async function createLogger(level: string): Promise<Logger> {
  if (!process.stdout.isTTY) return pino({ level, base: null }, pino.destination(lines));
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    ignore: 'pid,hostname,reqId,method,path,status,ms,user',
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: (log, key) =>
      log[key] === 'request'
        ? `${String(log['method'])} ${String(log['path'])} ${String(log['status'])} ${String(log['ms'])} ms ${String(log['reqId'])}`
        : String(log[key]),
  });
  return pino({ level, base: null }, stream);
}

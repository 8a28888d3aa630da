import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/**
 * Lines are written together, as writing each by itself would take as long as much of the work that it tells of; at the
 * end of the process, at once.
 */
const lines = { dest: 1, sync: false, minLength: 12_288, periodicFlush: 100 };

/** Writes to standard output: lines for people in a terminal, JSON for programs elsewhere. */
export function createLogger(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level, base: null }, pino.destination(lines));
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

import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

/** Writes to standard output: lines for people in a terminal, JSON for programs elsewhere. */
export function createLogger(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level, base: null });
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

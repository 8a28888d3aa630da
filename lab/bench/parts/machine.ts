// Measures how much of the machine's processor is used, and by which processes. Reads /proc, so it works only on Linux.
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '#lab/figures.ts';

/** Clock ticks in a second, as /proc counts them. */
const ticks = 100;

interface ProcessTimes {
  parent: number;
  /** Seconds of processor time, of the process itself and of its children that have ended. */
  own: number;
  ended: number;
}

function timesOf(pid: number | string): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (i: number) => Number(fields[i]);
    return { parent: at(1), own: (at(11) + at(12)) / ticks, ended: (at(13) + at(14)) / ticks };
  } catch {
    return undefined;
  }
}

/** The process that started this one. */
export function parentOf(pid: number): number {
  return timesOf(pid)?.parent ?? 0;
}

/** Seconds of processor time that a process has used so far. */
export function processorTime(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** Seconds of processor time that a process has used with all its descendants, including those that have ended. */
export function treeTime(root: number): number {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined;
    if (times) all.set(Number(name), times);
  }
  const children = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent);
  const sum = (pid: number): number => {
    const { own = 0, ended = 0 } = all.get(pid) ?? {};
    return (children.get(pid) ?? []).reduce((total, child) => total + sum(child), own + ended);
  };
  return sum(root);
}

/** Seconds of processor time of all cores of the machine: in use (also by others on the same host), and in all. */
function machineTime(): { used: number; total: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(/ +/)
    .slice(1)
    .map((field) => Number(field) / ticks);
  const used = user + nice + system + irq + softirq + steal;
  return { used, total: used + idle + wait };
}

/**
 * Measures from now on the share of the machine's processor that programs other than this benchmark and its children
 * use.
 */
export function watchOthers(): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined;
  const [machine, ours] = [machineTime(), treeTime(process.pid)];
  return () => {
    const now = machineTime();
    const others = now.used - machine.used - (treeTime(process.pid) - ours);
    return Math.max(0, others) / Math.max(0.01, now.total - machine.total);
  };
}

/** The processor and the versions that figures depend on. */
export function describeMachine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
}

/** The median milliseconds to sync a few kilobytes to the disk of temporary files, where databases are measured. */
export function syncTime(): number {
  const folder = mkdtempSync(join(tmpdir(), 'katydid-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const times = Array.from({ length: 50 }, () => {
    const begun = performance.now();
    writeSync(file, Buffer.alloc(4_096));
    fsyncSync(file);
    return performance.now() - begun;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(times);
}

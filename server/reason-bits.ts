import { type Reason, reasons } from '#contract/conversation/inbox.ts';

/** Reasons as the database stores them: a bit for each, in the order of the contract's list. */
export function bitsOf(some: readonly Reason[]): number {
  return some.reduce((bits, reason) => bits | (1 << reasons.indexOf(reason)), 0);
}

export function reasonsOf(bits: number): Reason[] {
  return reasons.filter((_, i) => (bits & (1 << i)) !== 0);
}

/** The milliseconds that the work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export function median(list: readonly number[]): number {
  return percentile(list, 0.5);
}

/** The value that this share of the list does not exceed; 0 for an empty list. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The ratio of two lists at a percentile, with both values in milliseconds. */
export function ratioAt(share: number, times: readonly number[], others: readonly number[]): string {
  const [one, other] = [percentile(times, share), percentile(others, share)];
  return `${(one / other).toFixed(2)} (${one.toFixed(1)} and ${other.toFixed(1)} ms)`;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

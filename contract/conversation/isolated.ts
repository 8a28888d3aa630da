/** A name or value within a sentence of ours: one that runs from right to left does not turn what stands beside it. */
export const isolated = (value: string): string =>
  /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(value) ? `\u2068${value}\u2069` : value;

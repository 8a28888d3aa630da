/** Isolates a name or value in a sentence of ours, so that right-to-left text does not reorder the text beside it. */
export const isolated = (value: string): string =>
  /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(value) ? `\u2068${value}\u2069` : value;

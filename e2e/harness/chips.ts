import { expect, type Locator } from '@playwright/test';

/** The chips of the specification: the label and the colour of each. */
const chips = {
  open: ['Open', 'red'],
  'in-progress': ['In Progress', 'amber'],
  resolved: ['Resolved', 'green'],
  high: ['High', 'red'],
  medium: ['Medium', 'amber'],
  low: ['Low', 'green'],
} as const;

/** Three pairs that cover every status and every priority. */
export const chipPairs = [
  { status: 'open', priority: 'low' },
  { status: 'in-progress', priority: 'medium' },
  { status: 'resolved', priority: 'high' },
] as const;

/** Expects the chip of a status or priority to have its label and its colour, in any shade of the theme. */
export async function expectChip(within: Locator, value: keyof typeof chips): Promise<void> {
  const [label, colour] = chips[value];
  const chip = within.getByText(label, { exact: true });
  await expect.poll(async () => nameOf(await colourBehind(chip)), `the chip ${label}`).toBe(colour);
}

/** The background of a text, as rgb(…): that of the nearest ancestor that has one. */
function colourBehind(text: Locator): Promise<string> {
  return text.evaluate((element) => {
    const background = (at: Element | null): string => {
      if (!at) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(at);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? background(at.parentElement) : backgroundColor;
    };
    return background(element);
  });
}

const hues = [
  { name: 'red', from: 340, to: 378 },
  { name: 'amber', from: 28, to: 58 },
  { name: 'green', from: 95, to: 170 },
];

/** The common name of the colour. */
function nameOf(rgb: string): string {
  const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  const max = Math.max(r, g, b);
  const range = max - Math.min(r, g, b);
  if (range < 12) return 'grey';
  const sector = max === r ? (g - b) / range : max === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  const hue = (sector * 60 + 360) % 360;
  const isWithin = ({ from, to }: { from: number; to: number }) =>
    [hue, hue + 360].some((at) => at >= from && at < to);
  return hues.find(isWithin)?.name ?? `hue ${Math.round(hue)}`;
}

import { expect, test } from 'vitest';
import { labelColors } from '#contract/classification/label-field.ts';
import { shades } from './LabelInput.tsx';

/** The relative luminance defined by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(labelColors)('the text of a %s label has enough contrast in both themes', (color) => {
  for (const { soft, onSoft } of Object.values(shades[color])) {
    const [darker = 0, lighter = 0] = [luminance(soft), luminance(onSoft)].toSorted((a, b) => a - b);
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThan(4.5);
  }
});

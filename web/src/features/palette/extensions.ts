import type { Extensions } from '#web/lib/extensions.ts';
import { manifestTexts } from './manifest-texts.ts';

/** Commands and bugs by a few keys, over every page. Its code is loaded when the browser is idle. */
export const paletteExtensions: Extensions = {
  shortcuts: [{ keys: 'Ctrl+k', label: manifestTexts.open }],
};

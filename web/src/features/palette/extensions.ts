import type { Extensions } from '#web/lib/extensions.ts';
import { manifestTexts } from './manifest-texts.ts';

/** Finds commands and bugs from every page. Its code is loaded when the browser is idle. */
export const paletteExtensions: Extensions = {
  shortcuts: [{ keys: 'Ctrl+k', label: manifestTexts.open }],
};

import type { Extensions } from '#web/lib/extensions.ts';
import { inLanguage } from '#web/language/language.ts';

export const manifestTexts = inLanguage({
  en: { open: 'Jump to…' },
  de: { open: 'Wechseln zu …' },
});

/** Finds commands and bugs from every page. Its code is loaded when the browser is idle. */
export const paletteExtensions: Extensions = {
  shortcuts: [{ keys: 'Ctrl+k', label: manifestTexts.open }],
};

import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';

/** Commands and bugs by a few keys, over every page. Its code is loaded once the page has come to rest. */
export const palette = feature({
  open: [],
  protected: [],
  nav: [],
  shortcuts: [{ keys: 'Ctrl+k', label: manifestTexts.open }],
});

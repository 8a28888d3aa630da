import { feature } from '#web/lib/feature.ts';
import { manifestTexts } from './manifest-texts.ts';
import { profileRoute } from './routes.ts';

export const profile = feature({
  open: [],
  protected: [profileRoute],
  nav: [{ to: '/profile', label: manifestTexts.profile, shownTo: 'signed-in', atEnd: true }],
});

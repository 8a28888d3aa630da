import { feature } from '#web/lib/feature.ts';
import { profileRoute } from './routes.ts';

export const profile = feature({
  open: [],
  protected: [profileRoute],
  nav: [{ to: '/profile', label: 'Profile', shownTo: 'signed-in', atEnd: true }],
  shortcuts: [{ keys: 'g p', label: 'Go to your profile', to: '/profile' }],
});

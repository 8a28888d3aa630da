import { feature } from '#web/lib/feature.ts';
import { loginRoute, registerRoute } from './routes.ts';
import { texts } from './texts.ts';

export const auth = feature({
  open: [loginRoute, registerRoute],
  protected: [],
  nav: [
    { to: '/login', label: texts.login, shownTo: 'signed-out', atEnd: true },
    { to: '/register', label: texts.register, shownTo: 'signed-out', atEnd: true },
  ],
});

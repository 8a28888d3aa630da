import { feature } from '#web/lib/feature.ts';
import { loginRoute, registerRoute } from './routes.ts';

export const auth = feature({
  open: [loginRoute, registerRoute],
  protected: [],
  nav: [
    { to: '/login', label: 'Login', shownTo: 'signed-out', atEnd: true },
    { to: '/register', label: 'Register', shownTo: 'signed-out', atEnd: true },
  ],
});

import { feature } from '#web/lib/feature.ts';
import { forgotPasswordRoute, resetPasswordRoute, takeBackEmailRoute } from './routes.ts';

/** The pages that links to an account lead to; they need no session. */
export const accountLinks = feature({
  open: [forgotPasswordRoute, resetPasswordRoute, takeBackEmailRoute],
  protected: [],
  nav: [],
});

import { feature } from '#web/lib/feature.ts';
import { confirmEmailRoute, forgotPasswordRoute, resetPasswordRoute, takeBackEmailRoute } from './routes.ts';

/** The pages that links to an account lead to; they need no session. */
export const accountLinks = feature({
  open: [forgotPasswordRoute, resetPasswordRoute, confirmEmailRoute, takeBackEmailRoute],
  protected: [],
  nav: [],
});

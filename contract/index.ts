import * as bugs from './bugs.ts';
import type { Endpoint } from './endpoint.ts';
import * as live from './live.ts';
import * as stats from './stats.ts';
import * as users from './users.ts';

/** Every endpoint, for the API page and for the test that each one is served. The application imports the modules themselves. */
export const endpoints: readonly Endpoint[] = [
  users.register,
  users.login,
  users.logout,
  users.getProfile,
  users.updateProfile,
  users.listUsers,
  stats.getStats,
  bugs.listBugs,
  bugs.getBug,
  bugs.createBug,
  bugs.updateBug,
  bugs.deleteBug,
  live.live,
];

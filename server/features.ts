import type { Feature } from './feature.ts';
import { audit } from './features/audit/feature.ts';
import { backups } from './features/backups/feature.ts';
import { bugs } from './features/bugs/feature.ts';
import { history } from './features/history/feature.ts';
import { live } from './features/live/feature.ts';
import { metrics } from './features/metrics/feature.ts';
import { stats } from './features/stats/feature.ts';
import { users } from './features/users/feature.ts';

/** Every feature of the server; their order does not matter. */
export const features: readonly Feature[] = [users, bugs, stats, audit, backups, history, metrics, live];

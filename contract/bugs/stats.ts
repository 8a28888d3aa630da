import * as z from 'zod/mini';
import { bug } from './bugs.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';

export const stats = z.object({
  totalBugs: z.int(),
  openBugs: z.int(),
  inProgressBugs: z.int(),
  resolvedBugs: z.int(),
  assignedToMe: z.int(),
});

export type Stats = z.infer<typeof stats>;

/** A week in UTC, identified by its Monday. */
const week = z.object({
  monday: z.string().check(z.meta({ format: 'date' })),
  opened: z.int(),
  resolved: z.int(),
});

export type Week = z.infer<typeof week>;

/** The number of weeks, including the current one. */
export const weekCount = 12;

export const getStats = endpoint('GET', '/api/bugs/stats', {
  summary: 'The number of bugs: in all, by status, and assigned to the caller.',
  access: 'signed-in',
  status: 200,
  response: stats,
});

export const getWeeklyStats = endpoint('GET', '/api/stats/weekly', {
  summary: `The number of existing bugs that were opened, and that were resolved, in each of the last ${weekCount} weeks, oldest first. Weeks begin on Monday, in UTC; the last one is the current week.`,
  access: 'signed-in',
  status: 200,
  response: z.array(week),
});

/** The maximum number of bugs in a list of the dashboard. */
export const dashboardBugs = 5;

const dashboard = z.object({
  weeks: z.array(week),
  /** The newest unresolved bugs assigned to the caller. */
  mine: z.array(bug),
  /** The bugs that were changed last. */
  lately: z.array(bug),
});

export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = endpoint('GET', '/api/dashboard', {
  summary: `What the dashboard shows beside its counts, in one call: \`weeks\`, as \`GET /api/stats/weekly\` returns them; \`mine\`, the newest unresolved bugs assigned to the caller; \`lately\`, the bugs that were changed last. At most ${dashboardBugs} bugs each.`,
  access: 'signed-in',
  status: 200,
  response: dashboard,
});

export const manifest = {
  endpoints: [getStats, getWeeklyStats, getDashboard],
  shapes: { Counts: stats, Week: week },
} as const satisfies Manifest;

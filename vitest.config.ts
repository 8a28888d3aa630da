import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Compiling was half of the processor time of a start, so workers and the processes that tests start cache compiled code.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** What goes through the public door. It runs on both engines. */
const api = [
  'server/features/**/*.test.ts',
  'server/finding/**/*.test.ts',
  'server/http/**/*.test.ts',
  'server/jobs/**/*.test.ts',
  'server/test/**/*.test.ts',
  'server/engine/store.test.ts',
];

/** Of that, what runs on SQLite alone, as SQL cannot tell it apart: HTTP, rights, rendering, contents of files. */
const onSqlite = [
  'server/http/!(idempotency|read-deadline|response-cache).test.ts',
  'server/http/{admission,metrics,protocol,session}/*.test.ts',
  'server/test/{authorisation,unauthorised,wire}.test.ts',
  'server/features/files/{files,thumbnails}.test.ts',
  'server/features/likely-duplicates/{ranking,words}.test.ts',
  'server/features/mail/local-time.test.ts',
  'server/features/metrics/metrics.test.ts',
];

/** What compares the engines, or goes from one to the other, has both. */
const both = [
  'server/engine/backup/*.test.ts',
  'server/engine/copy/copy.test.ts',
  'server/features/backups/*.test.ts',
  'server/features/likely-duplicates/engines.test.ts',
  'server/engine/postgres/timeouts.test.ts',
  'server/engine/lookup.test.ts',
  'server/engine/postgres/driver.test.ts',
  'server/engine/postgres/comment-locks.test.ts',
  'server/engine/postgres/relation-locks.test.ts',
  'server/engine/postgres/round-trips.test.ts',
  'server/engine/upgrade.test.ts',
  'server/test/differential/differential.test.ts',
  'server/test/instances/instances.test.ts',
  'server/test/instances/instances-inbox.test.ts',
  'server/test/instances/instances-writing.test.ts',
  'server/test/outage.test.ts',
  'lab/crash/rounds.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    // Timeouts find tests that hang: on a machine that is busy with other work, a test takes ten times as long as alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Ends before the test's own time does, with the value last seen.
    expect: { poll: { timeout: 50_000 } },
    tags: [
      {
        name: 'slow',
        description:
          'Takes seconds alone, because of its subject: crashes, outages, timeouts, many requests.',
        timeout: 300_000,
      },
    ],
    maxWorkers: 2,
    // Files share a worker's modules: loading the server anew for each took more processor time than its tests.
    isolate: false,
    setupFiles: ['server/test/each-file.ts'],
    projects: [
      { test: { name: 'sqlite', include: api, exclude: both, provide: { engine: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          include: [...api, ...both],
          exclude: onSqlite,
          provide: { engine: 'postgres' },
          globalSetup: ['server/test/postgres/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'lab/**/*.test.ts',
          ],
          exclude: [...api, ...both],
          provide: { engine: 'sqlite' },
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/dist/**'],
          // A module of texts speaks the language in which it was loaded.
          isolate: true,
          // A process for each file took a quarter more of the processor's time.
          pool: 'threads',
        },
      },
    ],
  },
});

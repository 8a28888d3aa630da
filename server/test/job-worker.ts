import { jobKinds } from '#server/features.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { mailerOf } from '#server/mail/smtp-mailer.ts';
import { atEnd } from './at-end.ts';
import type { testApp } from './harness.ts';

/** Runs the jobs that a test's application enqueues, except recurring ones, until the test file ends. */
export function startWorker({ store, settings, clock }: Awaited<ReturnType<typeof testApp>>): JobWorker {
  const worker = new JobWorker({
    store,
    jobs: jobKinds.filter(({ every }) => every === undefined),
    mail: mailerOf(settings),
    settings,
    now: () => new Date(Date.now() + clock.offset),
    log: { warn() {}, error() {}, info() {} } as never,
    timing: { pause: 5, poll: 50, retry: 20 },
    random: () => 0,
  });
  atEnd(() => worker.stop());
  worker.start();
  return worker;
}

import type { Store } from '#server/db/store.ts';
import type { Admission } from '#server/http/admission/admission.ts';
import type { RequestTimes } from './request-times.ts';

/** The sources of this process's metrics. */
export interface ServerMetrics {
  readonly times: RequestTimes;
  readonly admission: Admission;
  readonly connections: Store['connections'];
  /** The name of this instance: host and port. */
  name(): string;
}

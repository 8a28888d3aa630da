import type { Store } from '#server/db/open.ts';
import type { Admission } from './admission.ts';
import type { RequestTimes } from './request-times.ts';

/** What this process knows of itself. */
export interface Vitals {
  readonly times: RequestTimes;
  readonly admission: Admission;
  readonly connections: Store['connections'];
  /** Which one it is, where there are several: the machine and the port. */
  name(): string;
}

import type { FastifyInstance } from 'fastify';
import type { StoredField } from './bug-field.ts';
import type { Listener } from '#server/events.ts';
import type { AppContext } from '#server/http/request-context.ts';
import type { Route } from '#server/http/route.ts';
import type { Job } from '#server/jobs/job.ts';

/** A part of the product: its manifest lists all that it adds to the server. */
export interface Feature {
  readonly name: string;
  readonly routes: readonly Route[];
  /** The fields that it adds to bugs. */
  readonly bugFields?: readonly StoredField[];
  /** How it reacts to domain events. */
  readonly listener?: Listener;
  /** Its background work. */
  readonly jobs?: readonly Job[];
  /** Serves an address that is not the API's. */
  readonly serve?: (app: FastifyInstance, context: AppContext) => void;
}

import type { FastifyInstance } from 'fastify';
import type { EventDispatcher, Listener } from '#server/events.ts';
import type { BugFinder } from '#server/finding/finder.ts';
import type { AppContext } from '#server/http/request-context.ts';
import type { Route } from '#server/http/route.ts';
import type { Job } from '#server/jobs/job.ts';
import type { BugExtension } from './bug-extension.ts';
import type { FieldServer } from './bug-field.ts';
import type { BugWork } from './bug-work.ts';
import type { Provided } from './provided.ts';

/** The parts of a feature that serve requests, react to events and run jobs. */
interface FeatureParts {
  readonly routes: readonly Route[];
  /** How it reacts to domain events. */
  readonly listener?: Listener;
  /** Its background work. */
  readonly jobs?: readonly Job[];
  /** Serves an address that is not the API's. */
  readonly serve?: (app: FastifyInstance, context: AppContext) => void;
}

/** The parts of a feature that other features use. */
interface Additions {
  readonly name: string;
  /** The parts that it adds to bugs. */
  readonly bugs?: BugExtension;
  /** Its functions that other features use. */
  readonly provides?: Partial<Provided>;
}

/** A part of the product: its manifest lists all that it adds to the server. */
export interface Feature extends Additions, FeatureParts {}

/** A feature with parts that depend on what other features add. */
export interface ComposedFeature extends Additions {
  compose(composition: Composition): FeatureParts;
}

/** The additions of all features together. */
export interface Composition {
  /** The fields of bugs: those of the specification, and those that features add. */
  readonly fields: readonly FieldServer[];
  /** The additions of each feature to bugs, in the order of the features. */
  readonly extensions: readonly BugExtension[];
  readonly bugs: BugWork;
  readonly finder: BugFinder;
  /** A function of the feature that has it. */
  provided<Name extends keyof Provided>(name: Name): Provided[Name];
  /** The events of all features, once these are composed. */
  events(): EventDispatcher;
}

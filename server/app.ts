import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { heartbeat } from '#contract/live.ts';
import { BugCache } from './engine/bugs/bug-cache.ts';
import { engineOf } from './engine/dialect.ts';
import type { Store } from './engine/store.ts';
import { bugs, events, features, routes } from './features.ts';
import { fileStoreOf } from './files/file-store.ts';
import { serveHealth } from './health.ts';
import {
  type AdmissionLimits,
  admitRequests,
  defaultAdmissionLimits,
} from '#server/http/admission/admission.ts';
import { CrossOrigin } from '#server/http/protocol/cross-origin.ts';
import { sendError } from './http/errors.ts';
import { LiveStreams } from '#server/http/live/live-streams.ts';
import { MalformedRequests } from '#server/http/protocol/malformed-requests.ts';
import { answerTheRest, refuseOtherMethods } from '#server/http/protocol/not-found.ts';
import { acceptJsonOnly } from './http/parse.ts';
import { RequestTimeout } from '#server/http/protocol/request-timeout.ts';
import { defaultReadTime } from '#server/http/metrics/database-time.ts';
import { Refusals } from './http/refusals.ts';
import { RequestTimes, noteRequests, setServerTiming } from '#server/http/metrics/request-times.ts';
import type { AppContext } from './http/request-context.ts';
import { type CachedResponse, VersionedCache } from '#server/http/response-cache.ts';
import { serve } from './http/route.ts';
import { type Session, sessionLookup } from '#server/http/session/session-queries.ts';
import { SignedAddresses } from '#server/http/session/signed-address.ts';
import { apiHeaders, transportHeaders } from '#server/http/protocol/security-headers.ts';
import { Uploads } from './http/uploads.ts';
import { followSettings } from './http/live-settings.ts';
import { serveWeb } from './http/web-files.ts';
import { type Settings, defaultSettings } from './settings.ts';

interface AppOptions {
  store: Store;
  logger: FastifyBaseLogger;
  /** The folder of the built web application; without it, only the API is served. */
  webRoot?: string;
  /** The operator's settings; `app.settings` also contains those of admins. */
  settings?: Settings;
  /** The clock, which tests can set. */
  now?: () => Date;
  /** How long a request may spend on long reads, in milliseconds. */
  readTime?: number;
  /** How long a connection stays open without a byte moving, also during a request or response, in milliseconds. */
  stallTime?: number;
  admissionLimits?: AdmissionLimits;
}

/**
 * Longer than the heartbeat of live streams, and long enough for slow readers: the OS accepts more of a response only
 * when a third of its send buffer (about 4 MB) is free again, so at 25 kB/s a connection seems idle for 55 seconds.
 */
const defaultStallTime = Math.max(heartbeat + 5_000, 60_000);

/** The maximum size of each cache, in bytes. */
const cacheSizes = { sessions: 4_000_000, responses: 8_000_000 };
const sessionBytes = 500;

declare module 'fastify' {
  interface FastifyInstance {
    /** The operator's settings, combined with the current settings of admins. */
    settings: Settings;
  }
}

/** Builds the application, ready to listen. Closing it leaves the store open. */
export async function buildApp({
  store,
  logger,
  webRoot,
  settings: operators = defaultSettings,
  now = () => new Date(),
  readTime = defaultReadTime,
  stallTime = defaultStallTime,
  admissionLimits = defaultAdmissionLimits,
}: AppOptions) {
  const { settings, ...following } = await followSettings(store, operators, {
    onFault: (error) => logger.warn({ err: error }, 'settings'),
  });
  const times = new RequestTimes(now);
  const baseHeaders = { ...apiHeaders, ...transportHeaders(settings.publicUrl) };
  const crossOrigin = new CrossOrigin(settings.allowedOrigins);
  const malformed = new MalformedRequests(
    { headers: baseHeaders, crossOrigin },
    ({ method, status, requestId }) => {
      logger.info({ reqId: requestId, method, status }, 'request');
      times.note({ method, route: 'unknown', status, ms: 0 });
    },
  );
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // Each request is logged in one line, below.
    logController: new LogController({ disableRequestLogging: true }),
    // The addresses of proxies, never their number: the forwarding headers of other senders are ignored.
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 64 * 1024,
    // Node's own limit applies to all requests; `RequestTimeout` has the same default, but allows uploads more time.
    requestTimeout: 0,
    // Longer than proxies and clients keep connections open by default: the side that closes first may cut off the
    // other's next request.
    keepAliveTimeout: 65_000,
    connectionTimeout: stallTime,
    // Requests on open connections are still answered while the server stops, with `connection: close`.
    return503OnClosing: false,
    // Node looks for overdue requests only this often, so the limits above are no more precise. A missing Host is
    // refused below.
    http: {
      connectionsCheckingInterval: 1_000,
      headersTimeout: 5_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      const { origin } = request.headers;
      reply.headers({ ...baseHeaders, ...crossOrigin.headers(origin), 'x-request-id': request.id });
      setServerTiming(request, reply, 0);
      void sendError(request, reply, error);
      // No hooks run for these.
      times.note({ method: request.method, route: 'unknown', status: reply.statusCode, ms: 0 });
    },
    clientErrorHandler: (error, socket) => malformed.onClientError(error, socket),
  });
  const requestTimeout = new RequestTimeout(app.server);
  const files = fileStoreOf(settings);
  const engine = engineOf(store.db);
  const bugCache = new BugCache();
  const live = new LiveStreams(store, {
    now,
    maxPerNetwork: settings.liveStreamsPerAddress,
    readBugs: (ids, maxBytes) => bugs.reader.findSmall(store.db, ids, maxBytes),
    // Revisions are distinct only while they grow.
    onReset: () => bugCache.clear(),
    onFault: (error) => logger.warn({ err: error }, 'live'),
  });
  await live.start();
  app.addHook('preClose', async () => live.close());

  const refusals = new Refusals({
    write: store.write,
    events,
    now,
    onFault: (error) => logger.warn({ err: error }, 'could not record a refusal'),
  });
  app.addHook('onClose', () => refusals.close());

  app.decorate('settings', settings);
  app.addHook('onClose', async () => following.stop());
  app.decorateRequest('context', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...baseHeaders, 'x-request-id': request.id });
    done();
  });
  noteRequests(app, times, [...routes.map(({ endpoint }) => endpoint.path), ...nonApiPaths]);
  malformed.listen(app);
  crossOrigin.listen(app);
  const admission = admitRequests(app, admissionLimits);
  const context: AppContext = {
    db: store.db,
    longReads: store.longReads,
    readTime,
    write: store.write,
    events,
    refusals,
    live,
    metrics: { times, admission, connections: store.connections, name: () => nameOf(app) },
    settings,
    refreshSettings: following.refresh,
    now,
    databaseVersion: () => store.version?.(),
    sessionLookup: sessionLookup(now),
    sessions: new VersionedCache<Session>(cacheSizes.sessions, () => sessionBytes),
    responses: new VersionedCache<CachedResponse>(
      cacheSizes.responses,
      ({ body }) => (body as string | Buffer).length,
    ),
    bugs: bugCache,
    files,
    addresses: new SignedAddresses(() => files.secret()),
    uploads: new Uploads(requestTimeout, (request) => admission.release(request)),
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const path = request.url.split('?', 1)[0];
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { method, path, status: reply.statusCode, ms, user: request.context?.caller?._id },
      'request',
    );
    done();
  });
  app.setErrorHandler((error, request, reply) =>
    sendError(request, reply, error, (cause) => engine.failure(cause)),
  );
  acceptJsonOnly(app);

  serveHealth(app, context);
  for (const route of routes) serve(app, context, route);
  refuseOtherMethods(app, routes);
  for (const feature of features) feature.serve?.(app, context);
  answerTheRest(app, webRoot === undefined ? undefined : await serveWeb(app, webRoot, settings));
  return app;
}

/** Addresses that belong neither to the API nor to files. */
const nonApiPaths = ['/healthz', '/readyz', '/metrics'];

/** Host and port, which distinguish instances. */
function nameOf(app: FastifyInstance): string {
  const address = app.server.address();
  return typeof address === 'object' && address ? `${hostname()}:${address.port}` : hostname();
}

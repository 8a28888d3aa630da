import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { serverMessages } from '#contract/server-messages.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { AppError, errorBody } from '#server/http/errors.ts';
import { http } from './not-found.ts';

/** Errors of the HTTP parser, by Node's code. */
const parserErrors: Readonly<Record<string, () => AppError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new AppError('request_timeout', serverMessages.slowRequest()),
  HPE_HEADER_OVERFLOW: () => new AppError('headers_too_large', serverMessages.headersTooLarge()),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new AppError('payload_too_large', serverMessages.tooLarge()),
};

/** A request line that is valid except perhaps for its method. */
const requestLine = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.\d\r?\n/;

/** The origin of the page that sent it, if the parser got that far. */
const originLine = /\r\norigin:[ \t]*(\S+)[ \t]*\r\n/i;

function unknownMethod(): AppError {
  return new AppError('method_unknown', serverMessages.unknownMethod());
}

/** Called with every refusal, for the log and the metrics: none of the application's hooks runs for these requests. */
type Note = (refusal: { method: string; status: number; requestId: string }) => void;

interface Options {
  /** The headers of every API response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly crossOrigin: CrossOrigin;
}

/** The known parts of the request. */
interface Refused {
  readonly method: string;
  readonly origin?: string | undefined;
}

/**
 * Answers errors of the HTTP parser, which occur before the application gets a request, in the format of all errors.
 */
export class MalformedRequests {
  readonly #options: Options;
  readonly #note: Note;

  constructor(options: Options, note: Note) {
    this.#options = options;
    this.#note = note;
  }

  /** Answers an error of the parser, and closes the connection. */
  onClientError(error: ConnectionError, socket: Socket): void {
    const known = parserErrors[error.code];
    // The type declares a buffer as its JSON form.
    const { rawPacket }: { rawPacket?: unknown } = error;
    const head = rawPacket instanceof Buffer ? rawPacket.toString('latin1', 0, 8_192) : '';
    const refusal =
      error.code === 'HPE_INVALID_METHOD' && requestLine.test(head)
        ? unknownMethod()
        : (known?.() ?? new AppError('invalid_input', serverMessages.badRequest()));
    this.#refuse(socket, refusal, { method: 'other', origin: originLine.exec(head)?.[1] });
  }

  /** Refuses requests that Node would otherwise answer by itself, without body and headers. */
  listen(app: FastifyInstance): void {
    app.server.on('checkExpectation', (request, response) => {
      response.shouldKeepAlive = false;
      const refusal = new AppError('expectation_failed', serverMessages.expectation());
      const { status, headers, body } = this.#answer(refusal, {
        method: request.method ?? 'other',
        origin: request.headers.origin,
      });
      response.writeHead(status, headers).end(body);
    });
    app.server.on('connect', (_request, socket: Socket) =>
      this.#refuse(socket, unknownMethod(), { method: 'CONNECT' }),
    );
    app.addHook('onRequest', (request, _reply, done) => {
      const isMissing = request.headers.host === undefined && request.raw.httpVersion !== '1.0';
      if (!isMissing) return done();
      done(new AppError('invalid_input', serverMessages.missingHost(), { headers: { connection: 'close' } }));
    });
  }

  #refuse(socket: Socket, refusal: AppError, request: Refused): void {
    if (!socket.writable) return void socket.destroy();
    const { status, headers, body } = this.#answer(refusal, request);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  }

  #answer(refusal: AppError, { method, origin }: Refused) {
    const requestId = randomUUID();
    const body = JSON.stringify(errorBody(refusal, requestId));
    const headers = {
      ...this.#options.headers,
      ...this.#options.crossOrigin.headers(origin),
      'x-request-id': requestId,
      'server-timing': 'total;dur=0',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      date: new Date().toUTCString(),
      connection: 'close',
    };
    this.#note({ method, status: refusal.status, requestId });
    return { status: refusal.status, headers, body };
  }
}

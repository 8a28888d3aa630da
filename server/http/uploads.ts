import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileMessages, uploadField } from '#contract/conversation/files.ts';
import { AppError, ClientGone } from './errors.ts';
import type { RequestTimeout } from './protocol/request-timeout.ts';
import type { RequestContext } from './request-context.ts';

/** An uploaded file. */
export interface IncomingFile {
  /** The name as sent by the client. */
  readonly name: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

interface Limits {
  /** The size of the largest file, in bytes. */
  readonly maxBytes: number;
  /** The error for a larger file. */
  readonly tooLarge: () => AppError;
}

/** The maximum size of the form without its file: its boundaries, and the headers of the part. */
const formBytes = 16 * 1024;
/** The slowest accepted upload: bytes per second, after a minute's grace. */
const pace = { least: 8 * 1024, grace: 60_000 };
/** The number of concurrent uploads of a user. */
const maxUploadsOfUser = 20;

/** Receives files in requests: each is streamed to its consumer and never held in memory as a whole. */
export class Uploads {
  readonly #timeout: RequestTimeout;
  readonly #release: (request: FastifyRequest) => void;
  readonly #ofUsers = new Map<string, number>();

  /** `release` ends the request's use of an admission slot. */
  constructor(timeout: RequestTimeout, release: (request: FastifyRequest) => void) {
    this.#timeout = timeout;
    this.#release = release;
  }

  /** Makes the routes of this Fastify scope accept forms with a file, and no other bodies. */
  accept(scope: FastifyInstance): void {
    scope.removeAllContentTypeParsers();
    // The handler reads the body: see `receive`.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.addContentTypeParser('*', (_request, _body, done) =>
      done(new AppError('unsupported_media_type', fileMessages.noFile())),
    );
  }

  /**
   * Passes the one file of the request to `take` and returns its result. The timeout depends on the size of the body,
   * which occupies no admission slot while it arrives.
   * @throws AppError 400 if there is not exactly one file, 413 if it is too large, 429 if the user sends too many at
   * once
   */
  async receive<T>(
    { request, reply, caller }: Pick<RequestContext, 'request' | 'reply' | 'caller'>,
    limits: Limits,
    take: (file: IncomingFile) => Promise<T>,
  ): Promise<T> {
    const { maxBytes, tooLarge } = limits;
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > maxBytes + formBytes) throw tooLarge();
    // Its events are past, so nothing would end the upload.
    if (request.raw.destroyed) throw new ClientGone();
    const stop = this.#begin(caller?._id ?? '');
    // Also stopped if the client disconnects.
    reply.raw.once('close', stop);
    try {
      this.#timeout.extend(request.raw, pace.grace + ((length || maxBytes) / pace.least) * 1_000);
      this.#release(request);
      return await receive(request, limits, take);
    } catch (error) {
      request.raw.unpipe().resume();
      // The rest of the body is discarded, with the timeout of any other body.
      this.#timeout.limit(request.raw);
      if (request.raw.socket.destroyed) throw new ClientGone();
      throw error;
    } finally {
      stop();
      reply.raw.off('close', stop);
    }
  }

  #begin(userId: string): () => void {
    const others = this.#ofUsers.get(userId) ?? 0;
    if (others >= maxUploadsOfUser)
      throw new AppError('too_many_requests', fileMessages.tooManyUploads(), {
        headers: { 'retry-after': '5' },
      });
    this.#ofUsers.set(userId, others + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#ofUsers.get(userId) ?? 1) - 1;
      if (left > 0) this.#ofUsers.set(userId, left);
      else this.#ofUsers.delete(userId);
    };
  }
}

/** Parses the form of a request as it arrives. The file is given to `take` before the form has ended. */
async function receive<T>(
  { raw }: FastifyRequest,
  { maxBytes, tooLarge }: Limits,
  take: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const form = formOf(raw, maxBytes);
  const first = Promise.withResolvers<IncomingFile>();
  let hasFile = false;
  const refuse = (message = fileMessages.noFile()) => {
    form.destroy(new AppError('invalid_input', hasFile ? fileMessages.severalFiles() : message));
  };
  // The parser throws on some broken forms. `pipe` catches that, except for chunks that had to wait.
  const write = form._write;
  form._write = (chunk, encoding, done) => {
    try {
      write.call(form, chunk, encoding, done);
    } catch (error) {
      form.destroy(error as Error);
    }
  };
  // The parser goes on after a part without a valid header.
  form.on('error', (error: Error) => form.destroy(error));
  form.on('file', (field, file, { filename }) => {
    // The parser reads the rest of a chunk even after a refusal.
    if (form.destroyed) return;
    // Its consumer gets the error too. If it has none, an error without a listener would end the process.
    file.on('error', () => {});
    // What is found last, when the parser takes its remaining bytes, has no end.
    if (hasFile || form.writableEnded || field !== uploadField) {
      refuse();
    } else {
      hasFile = true;
      // The parser ends only the last file itself.
      form.once('close', () => file.destroy(form.errored ?? undefined));
      first.resolve({ name: filename, content: contentOf(file, tooLarge) });
    }
  });
  // The parser takes an empty file name for none.
  form.on('field', (field) => refuse(field === uploadField ? fileMessages.noName() : undefined));
  form.on('partsLimit', () => refuse());
  const over = finished(form).catch((error: unknown) => {
    throw refusalOf(error);
  });
  raw.once('close', () => {
    if (!raw.readableEnded) form.destroy();
  });
  raw.pipe(form, { end: false });
  // Called once the parser has read everything. A file that is open then would have no end.
  const end = () => (form._fileStream ? form.destroy() : form.end());
  raw.once('end', () => form.write('', end));
  const file = await Promise.race([first.promise, over]);
  if (!file) throw new AppError('invalid_input', fileMessages.noFile());
  const result = await take(file);
  await over;
  return result;
}

/** The parser of a form, with the file whose end it has not read. */
type Form = Busboy & { readonly _fileStream?: Readable | null };

/** The parser of the form of a request. */
function formOf({ headers }: IncomingMessage, maxBytes: number): Form {
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      // One chunk waits in memory until the one before it is taken.
      fileHwm: 1,
      // More than allowed, to detect that there is too much.
      limits: { fileSize: maxBytes + 1, parts: 3, fieldSize: 100 },
    });
  } catch {
    // The content type is missing, or has no boundary.
    throw new AppError('invalid_input', fileMessages.noFile());
  }
}

async function* contentOf(
  file: Readable & { truncated?: boolean },
  tooLarge: () => AppError,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) {
      if (file.truncated) throw tooLarge();
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The error for a form that cannot be read. */
function refusalOf(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('invalid_input', fileMessages.uploadBroken());
}

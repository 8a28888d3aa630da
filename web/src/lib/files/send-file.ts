import type { QueryClient } from '@tanstack/react-query';
import { type FileRef, getFileLimits, uploadField, uploadFile } from '#contract/conversation/files.ts';
import { address } from '#web/lib/api/address.ts';
import { ApiError, isSilence, MissingTokenError } from '#web/lib/api/api-error.ts';
import { ask, call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { noteAnswer, noteSilence } from '#web/lib/api/reach.ts';
import { retryAfter } from '#web/lib/api/headers.ts';
import { getProfile } from '#web/lib/api/specified-users.ts';
import { readToken } from '#web/lib/api/token.ts';
import { fileQuery, formatSize } from './file.ts';
import { RefusedFileError, type Send } from './uploads.ts';
import { fileTexts } from './texts.ts';

/** The timeout of an upload without progress, in milliseconds. */
const timeout = 60_000;

const limitsQuery = { ...endpointQuery(getFileLimits, {}), staleTime: 30_000 };

/** Uploads files, unless they exceed the server's limits, and puts them into the cache. */
export function sender(client: QueryClient): Send {
  return async (file, options) => {
    await check(client, file);
    options.signal.throwIfAborted();
    try {
      const stored = await send(file, options);
      noteAnswer();
      client.setQueryData(fileQuery(stored._id).queryKey, stored);
      return stored;
    } catch (error) {
      if (isSilence(error)) noteSilence(ask);
      // Ends the session if the token is no longer valid.
      if (error instanceof ApiError && error.status === 401) await call(getProfile).catch(() => undefined);
      throw error;
    }
  };
}

/** @throws RefusedFileError before anything is sent, because the answer to a running upload may be lost */
async function check(client: QueryClient, file: File): Promise<void> {
  const { size } = file;
  await checkReadable(file);
  const known = await client.query(limitsQuery);
  if (size > known.maxFileBytes)
    throw new RefusedFileError(fileTexts.tooLarge(formatSize(size), formatSize(known.maxFileBytes)));
  if (known.usedBytes + size <= known.maxUserBytes) return;
  const { usedBytes, maxUserBytes } = await client.query({ ...limitsQuery, staleTime: 0 });
  if (usedBytes + size > maxUserBytes)
    throw new ApiError(413, { message: fileTexts.quota(formatSize(maxUserBytes)) });
}

/**
 * Checks that a file can be read. A dropped folder, or a file that was moved since, appears as an unreadable file.
 * Sending it would fail as if there were no network.
 * @throws RefusedFileError
 */
export async function checkReadable(file: Blob): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw new RefusedFileError(fileTexts.unreadable, { cause: error });
    });
}

const send: Send = (file, { signal, onProgress }) => {
  const token = readToken();
  if (token === undefined) throw new MissingTokenError();
  return new Promise<FileRef>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = () => request.abort();
    let timer = setTimeout(end, timeout);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, timeout);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      try {
        resolve(storedIn(request));
      } catch (error) {
        reject(error instanceof Error ? error : new ApiError(200, undefined));
      }
    });
    for (const event of ['error', 'abort'])
      request.addEventListener(event, () =>
        reject(signal.aborted ? (signal.reason as DOMException) : new ApiError(0, undefined)),
      );
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    });
    signal.addEventListener('abort', end, { once: true });
    const body = new FormData();
    body.append(uploadField, file);
    request.open(uploadFile.method, address(uploadFile.path));
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(body);
  });
};

/** @throws ApiError */
function storedIn(request: XMLHttpRequest): FileRef {
  const { status } = request;
  const body = parsed(request.responseText);
  if (status !== uploadFile.status) {
    const headers = new Headers({ 'retry-after': request.getResponseHeader('retry-after') ?? '' });
    throw new ApiError(status, body, { retryAfter: retryAfter(headers) });
  }
  const { data } = uploadFile.response?.safeParse(body) ?? {};
  if (data === undefined) throw new ApiError(200, undefined);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

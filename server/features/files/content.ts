import { type FileRef, getFileContent, imageTypes } from '#contract/conversation/files.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { Answer } from '#server/http/answer.ts';
import { byteRange, isKnown } from '#server/http/headers.ts';
import { notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { readFile } from './files.ts';
import { contentDisposition } from './names.ts';

const inlineTypes: readonly string[] = imageTypes;
const empty = Buffer.alloc(0);

/** Answers with the content of a file, or a part of it. @throws AppError 404 */
export async function answerContent(call: Call<typeof getFileContent>): Promise<Answer<undefined>> {
  const { db, files, caller, params, query, log } = call;
  const file = await readFile(db, params.id, caller._id);
  const isInline = inlineTypes.includes(file.type) && query.download === undefined;
  if (query.thumbnail !== undefined && isInline) {
    const thumbnail = await answerThumbnail(files, file, call.headers['if-none-match']);
    if (thumbnail) return thumbnail;
  }
  const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
  const tag = `"${file.sha256}"`;
  const headers = { ...headersFor(file.name, { type, tag, isInline }), 'accept-ranges': 'bytes' };
  if (isKnown(call.headers['if-none-match'], tag))
    return new Answer<undefined>(empty, headers, { status: 304 });
  // If the client has a part of other content, a range of this one would corrupt its file.
  const isSame = call.headers['if-range'] === undefined || call.headers['if-range'] === tag;
  const range = isSame ? byteRange(call.headers.range, file.size) : undefined;
  if (range === 'none')
    return new Answer<undefined>(
      empty,
      { ...headers, 'content-range': `bytes */${file.size}` },
      { status: 416 },
    );
  const stream = await files.read(file.sha256, range);
  if (!stream) {
    log.error({ file: file._id, sha256: file.sha256 }, 'the content of a file is missing');
    throw notFound(getFileContent);
  }
  if (!range) return new Answer<undefined>(stream, { ...headers, 'content-length': String(file.size) });
  const { start, end } = range;
  const part = {
    'content-range': `bytes ${start}-${end}/${file.size}`,
    'content-length': String(end - start + 1),
  };
  return new Answer<undefined>(stream, { ...headers, ...part }, { status: 206 });
}

async function answerThumbnail(
  files: FileStore,
  { sha256, name }: FileRef,
  known: string | undefined,
): Promise<Answer<undefined> | undefined> {
  const thumbnail = await files.readThumbnail(sha256);
  if (!thumbnail) return undefined;
  const tag = `"${sha256}-thumbnail"`;
  const headers = headersFor(`${name}.webp`, { type: 'image/webp', tag, isInline: true });
  if (!isKnown(known, tag))
    return new Answer<undefined>(thumbnail.stream, { ...headers, 'content-length': String(thumbnail.size) });
  thumbnail.stream.destroy();
  return new Answer<undefined>(empty, headers, { status: 304 });
}

/** Headers under which a file of any content runs no script, loads no resource and cannot be framed. */
function headersFor(
  name: string,
  { type, tag, isInline }: { type: string; tag: string; isInline: boolean },
): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    etag: tag,
    // The browser caches it, but revalidates it each time, because the permission is checked here.
    'cache-control': 'private, no-cache',
  };
}

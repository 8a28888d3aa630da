import { Readable } from 'node:stream';
import * as contract from '#contract/conversation/files.ts';
import type { FileRef } from '#contract/conversation/files.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { serverMessages } from '#contract/server-messages.ts';
import { type StoredFile, findFiles, findFilesToAttach } from '#server/files/attached-files.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { Inspector } from '#server/files/inspector.ts';
import { AppError, notFound, tryLater } from '#server/http/errors.ts';
import type { Call, RequestContext } from '#server/http/request-context.ts';
import type { IncomingFile } from '#server/http/uploads.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { demand } from '#server/http/session/session.ts';
import { type FileSettings, gigabyte, megabyte } from '#server/settings.ts';
import { noteFolder } from './folder.ts';
import { cleanName } from './names.ts';
import * as queries from './queries.ts';
import { requestThumbnail } from './thumbnails.ts';

/** The maximum number of pixels of an image, because browsers hold all of them in memory. */
const maxPixels = 100_000_000;
/** Uploads are refused while less than this share of the disk is free: the database may need the rest. */
const leastFree = 0.05;

/** The context of storing a file for a user. */
interface Storing extends Pick<RequestContext, 'db' | 'files' | 'settings' | 'now' | 'write'> {
  readonly caller: UserRef;
  /** Like `write`, without the check of the caller's session. */
  readonly writeUnconfirmed: RequestContext['write'];
}

/** Passes a file to its consumer, unless it is larger than allowed. */
type Receive = <T>(
  limits: { maxBytes: number; tooLarge: () => AppError },
  take: (file: IncomingFile) => Promise<T>,
) => Promise<T>;

/** Stores the file in the request. @throws AppError 400, 413 or 503 */
export async function upload(call: Call<typeof contract.uploadFile>): Promise<FileRef> {
  // Without `Content-Length`, it can have the maximum size.
  const announced = Number(call.headers['content-length'] ?? call.settings.files.maxFileBytes);
  const receive: Receive = (limits, take) => call.app.uploads.receive(call, limits, take);
  return withSignedUrl(call, await storeReceived(call, { id: newId(), announced, receive }));
}

/** The file with an address that the caller can use for some minutes without a session. */
export async function withSignedUrl(
  { app, caller, now }: Pick<RequestContext, 'app' | 'now'> & { readonly caller: UserRef },
  file: FileRef,
): Promise<FileRef> {
  return { ...file, url: await app.addresses.sign(file.url, caller._id, now()) };
}

/**
 * Stores a file that did not come in a request, by the same rules, unless a file with this id exists.
 * @throws AppError 400, 413 or 503
 */
export async function storeFile(
  context: Storing,
  { id, name, content }: { id: string; name: string | undefined; content: Uint8Array },
): Promise<FileRef> {
  const [stored] = await findFiles(context.db, [id]);
  if (stored) return stored.ref;
  const { maxFileBytes } = context.settings.files;
  const announced = Math.min(content.byteLength, maxFileBytes);
  const receive: Receive = async ({ tooLarge }, take) => {
    if (content.byteLength > maxFileBytes) throw tooLarge();
    return take({ name, content: Readable.from([content], { objectMode: true }) });
  };
  return storeReceived(context, { id, announced, receive });
}

/** Stores the content of a file and then its row, so that no row is without its content. */
async function storeReceived(
  context: Storing,
  { id, announced, receive }: { id: string; announced: number; receive: Receive },
): Promise<FileRef> {
  const { caller, settings, db, files, now } = context;
  const limits = settings.files;
  checkQuota(await queries.usageOf(db, caller._id), Math.min(announced, limits.maxFileBytes), limits);
  await checkDisk(files);
  await noteFolder(context.writeUnconfirmed, files);
  const inspector = new Inspector();
  const tooLarge = () =>
    refusal(contract.fileMessages.tooLarge({ max: Math.floor(limits.maxFileBytes / megabyte) }));
  const { name, blob } = await receive({ maxBytes: limits.maxFileBytes, tooLarge }, async (file) => {
    const cleaned = cleanName(file.name);
    if (cleaned === undefined) throw new AppError('invalid_input', contract.fileMessages.noName());
    return { name: cleaned, blob: await files.write(inspected(file.content, inspector, files)) };
  });
  const { type, size: pixels } = inspector.result;
  const createdAt = now().toISOString();
  const file = {
    _id: id,
    name,
    size: blob.size,
    type,
    sha256: blob.sha256,
    width: pixels?.width ?? null,
    height: pixels?.height ?? null,
    createdBy: { _id: caller._id, name: caller.name },
    createdAt,
  };
  await context.write(async (tx) => {
    const [own, { all }] = await Promise.all([
      queries.addUsage(tx, caller._id, file.size),
      queries.usageOf(tx, caller._id),
    ]);
    checkQuota({ own, all }, 0, limits);
    queries.insertFile(tx, file);
    await requestThumbnail(tx, file, now());
  });
  return { ...file, url: contract.contentPath(file._id) };
}

/**
 * Passes content on while it is inspected. Fails for an image with too many pixels, and if others have almost filled
 * the disk meanwhile. @throws AppError 413 or 503
 */
async function* inspected(
  content: AsyncIterable<Uint8Array>,
  inspector: Inspector,
  files: FileStore,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await checkDisk(files);
    inspector.add(chunk);
    yield chunk;
  }
  const { size } = inspector.result;
  if (size && size.width * size.height > maxPixels)
    throw refusal(contract.fileMessages.tooManyPixels({ max: maxPixels / 1_000_000 }));
}

/** @throws AppError 503 while the disk is almost full */
async function checkDisk(files: FileStore): Promise<void> {
  if ((await files.freeShare()) < leastFree) throw tryLater(serverMessages.diskFull(), { seconds: 60 });
}

/** @throws AppError 413 if this number of bytes would exceed a quota */
function checkQuota(used: { own: number; all: number }, bytes: number, limits: FileSettings): void {
  const { maxUserBytes, maxStorageBytes } = limits;
  if (used.own + bytes > maxUserBytes)
    throw refusal(contract.fileMessages.userQuota({ max: maxUserBytes / gigabyte }));
  if (used.all + bytes > maxStorageBytes) throw refusal(contract.fileMessages.storageQuota());
}

function refusal(message: ReturnType<typeof contract.fileMessages.notFound>): AppError {
  return new AppError('payload_too_large', message);
}

/** Whether the user may read the file: it belongs to a bug or comment, or the user has uploaded it. */
function isVisible({ ref, isAttached }: StoredFile, userId: string): boolean {
  return isAttached || ref.createdBy._id === userId;
}

/** @throws AppError 404 */
export async function readFile(db: Db, id: string, userId: string): Promise<FileRef> {
  const [file] = await findFiles(db, [id]);
  if (!file || !isVisible(file, userId)) throw notFound(contract.getFile);
  return file.ref;
}

/** The files with these ids that the user may read, in this order. */
export async function readFiles(db: Db, ids: readonly string[], userId: string): Promise<FileRef[]> {
  const files = await findFiles(db, ids);
  const byId = new Map(files.map((file) => [file.ref._id, file]));
  return [...new Set(ids)].flatMap((id) => {
    const file = byId.get(id);
    return file && isVisible(file, userId) ? file.ref : [];
  });
}

/** Deletes an unattached file. @throws AppError 404 or 403 */
export async function deleteFile(
  tx: Tx,
  { caller, params, now }: Call<typeof contract.deleteFileById>,
): Promise<void> {
  const [file] = await findFilesToAttach(tx, [params.id]);
  if (!file || (!isVisible(file, caller._id) && caller.role !== 'admin')) throw notFound(contract.getFile);
  const { ref, bugId, commentId } = file;
  // A removed file can be attached again to its last owner, so only the job deletes it.
  const isAttached = bugId !== null || commentId !== null;
  demand(caller, contract.filePermissions.delete, { createdBy: ref.createdBy, isAttached });
  queries.deleteFile(tx, params.id, now().toISOString());
}

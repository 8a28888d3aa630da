import { type ReactNode, useRef, useState } from 'react';
import { deleteFileById, type FileRef } from '#contract/conversation/files.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { fileIdsIn } from '#contract/conversation/shown-text.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { formatSize, isImage } from './file.ts';
import { canRetry, RefusedFileError, type Upload } from './uploads.ts';
import { fileTexts } from './texts.ts';
import { FileIcon, useFile, wishing } from './use-file.tsx';
import styles from './files.module.css';

const RetryIcon = strokeIcon('M19 12a7 7 0 1 1-2.100-5M19 4v4h-4');
const InsertIcon = strokeIcon('M5 5h14M5 9h14M5 19h14M12 12v4M10 14h4');

interface Props {
  /** The ids of the uploaded files. */
  files: readonly string[];
  stored: readonly string[];
  text: string;
  uploads: readonly Upload[];
  readOnly: boolean;
  onInsert: (file: FileRef) => void;
  onRemove: (id: string) => void;
  onCancel: (upload: Upload) => void;
  onRetry: (upload: Upload) => void;
}

/** The files of a text in an editor, and the pending uploads. */
export function EditedFiles({ files, stored, text, uploads, readOnly, ...on }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const inText = fileIdsIn(text);
  const [begun] = useState(files.length);
  const underWay = uploads.filter(({ state }) => state !== 'failed').length;

  /** The button disappears with its row, so the focus is moved. */
  function withFocus(act: () => void) {
    act();
    list.current?.parentElement?.querySelector<HTMLElement>('.attach')?.focus();
  }

  function remove(id: string) {
    withFocus(() => on.onRemove(id));
    // The server refuses this for a file attached meanwhile; one that is not deleted here expires after some days.
    if (!stored.includes(id)) call(deleteFileById, { params: { id } }).catch(() => undefined);
  }

  return (
    <>
      <VisuallyHidden role="status">
        {underWay > 0 ? fileTexts.underWay(underWay) : files.length > begun && fileTexts.stored(files.length)}
      </VisuallyHidden>
      <ul className={styles.rows} ref={list} aria-label={fileTexts.files}>
        {files.map((id) => (
          <StoredRow
            key={id}
            id={id}
            isInText={inText.includes(id)}
            readOnly={readOnly}
            onInsert={on.onInsert}
            onRemove={() => remove(id)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onCancel={() => withFocus(() => on.onCancel(upload))}
            onRetry={() => withFocus(() => on.onRetry(upload))}
          />
        ))}
      </ul>
    </>
  );
}

interface StoredProps {
  id: string;
  isInText: boolean;
  readOnly: boolean;
  onInsert: (file: FileRef) => void;
  onRemove: () => void;
}

function StoredRow({ id, isInText, readOnly, onInsert, onRemove }: StoredProps) {
  const { file, url, isMissing, error, retry } = useFile(id);
  const name = file?.name ?? fileTexts.files;
  const failure = error === null ? '' : reasonOf(error);
  return (
    <li className={styles.row}>
      <span className={styles.symbol}>
        <FileSymbol type={file?.type} url={url} />
      </span>
      <div className={styles.name}>
        <span title={file?.name}>{file?.name ?? (isMissing ? fileTexts.missing : fileTexts.loading)}</span>
        <span className={styles.quiet}>{file ? formatSize(file.size) : failure}</span>
      </div>
      {error !== null && (
        <Tool name={fileTexts.tryAgain} onClick={retry}>
          <RetryIcon />
        </Tool>
      )}
      {file && !isInText && !readOnly && (
        <Tool name={fileTexts.insert(name)} onClick={() => onInsert(file)}>
          <InsertIcon />
        </Tool>
      )}
      {!readOnly && (
        <Tool name={fileTexts.remove(name)} onClick={onRemove}>
          <CloseIcon />
        </Tool>
      )}
    </li>
  );
}

function FileSymbol({ type, url }: { type: string | undefined; url: string | undefined }) {
  const isShown = type !== undefined && isImage(type) && url !== undefined;
  return isShown ? (
    <img className={styles.thumbnail} crossOrigin="anonymous" src={wishing(url, 'thumbnail')} alt="" />
  ) : (
    <FileIcon />
  );
}

interface UploadProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}

function UploadRow({ upload, onCancel, onRetry }: UploadProps) {
  const { file, state, sent, error } = upload;
  const hasFailed = state === 'failed';
  return (
    <li className={styles.row} data-failed={hasFailed}>
      <span className={styles.symbol}>
        <FileIcon />
      </span>
      <div className={styles.name}>
        <span title={file.name}>{file.name}</span>
        {hasFailed ? (
          <span role="alert">
            <VisuallyHidden>{fileTexts.notUploaded(file.name)}: </VisuallyHidden>
            {error instanceof RefusedFileError ? error.message : reasonOf(error)}
          </span>
        ) : (
          <span className={styles.quiet}>
            {formatSize(file.size)}
            {state === 'waiting' ? (
              ` · ${fileTexts.waiting}`
            ) : (
              <progress aria-label={fileTexts.uploadOf(file.name)} value={sent} max={1} />
            )}
          </span>
        )}
      </div>
      {hasFailed && canRetry(error) && (
        <Tool name={fileTexts.retry(file.name)} onClick={onRetry}>
          <RetryIcon />
        </Tool>
      )}
      <Tool name={hasFailed ? fileTexts.remove(file.name) : fileTexts.cancel(file.name)} onClick={onCancel}>
        <CloseIcon />
      </Tool>
    </li>
  );
}

function Tool({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton size="small" aria-label={name} title={name} onClick={onClick}>
      {children}
    </IconButton>
  );
}

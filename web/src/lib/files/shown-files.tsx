import { lazy, type ReactNode, Suspense, use, useId, useState } from 'react';
import type { FileRef } from '#contract/conversation/files.ts';
import { Ago } from '#web/lib/time.tsx';
import { Button, IconAnchor } from '#web/ui/Button.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { formatSize, isImage } from './file.ts';
import { fileTexts } from './texts.ts';
import { DownloadIcon, FileIcon, ShownFilesContext, useFile, useImageSource, wishing } from './use-file.tsx';
import styles from './files.module.css';

const TextPreview = lazy(async () => ({ default: (await import('./TextPreview.tsx')).TextPreview }));

/** The largest size of an image within a text, in pixels. */
const largest = { width: 720, height: 480 };
/** The largest text that is shown in the page, in bytes. */
const maxPreview = 1_000_000;

/** An image within a text, at its own size if there is room. */
export function FileImage({ id, alt }: { id: string; alt: string }) {
  const { file, url, isMissing, error, retry } = useFile(id);
  const { open } = use(ShownFilesContext);
  const image = useImageSource(url && file && isReduced(file) ? wishing(url, 'thumbnail') : url, retry);
  const name = alt === '' ? (file?.name ?? fileTexts.files) : alt;
  if (isMissing) return <span className={styles.quiet}>{fileTexts.missingIn(name)}</span>;
  if (file && !isImage(file.type)) return <FileLink id={id}>{name}</FileLink>;
  if (error !== null || image.isBroken) return <BrokenImage name={name} onRetry={image.retry} />;
  return (
    <button
      className={styles.opener}
      type="button"
      aria-label={fileTexts.open(name)}
      onClick={() => open(id)}
    >
      <span className={styles.room} style={file && roomFor(file)}>
        {image.src !== undefined && (
          <img className={styles.picture} alt={name} loading="lazy" {...image.attributes} />
        )}
      </span>
    </button>
  );
}

/** Reserves the room of an image before it is loaded. */
function roomFor(file: FileRef): { width: number; aspectRatio: string } | undefined {
  const { width, height } = file;
  if (!width || !height) return undefined;
  return { width: Math.max(1, Math.round(width * scaleOf(file))), aspectRatio: `${width} / ${height}` };
}

/** The scale of an image within a text; at most 1. */
function scaleOf({ width, height }: FileRef): number {
  return Math.min(1, largest.width / (width ?? 1), largest.height / (height ?? 1));
}

/** Whether a text shows an image scaled down. An animation is loaded in full, because its thumbnail is static. */
function isReduced(file: FileRef): boolean {
  return scaleOf(file) < 1 && !mayMove.has(file.type);
}

const mayMove: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);

function BrokenImage({ name, onRetry }: { name: string; onRetry: () => void }) {
  return (
    <span className={styles.broken}>
      {fileTexts.failedImage(name)}{' '}
      <Button size="small" onClick={onRetry}>
        {fileTexts.tryAgain}
      </Button>
    </span>
  );
}

/** A download link to a file within a text. */
export function FileLink({ id, children }: { id: string; children: ReactNode }) {
  const { download, file, isMissing } = useFile(id);
  if (isMissing)
    return (
      <span>
        {children} <span className={styles.quiet}>({fileTexts.missing})</span>
      </span>
    );
  if (!download) return children;
  return (
    <a {...download} {...(file && { title: `${file.name}, ${formatSize(file.size)}` })}>
      {children}
    </a>
  );
}

/** Files that the text above does not refer to: images as thumbnails, the others as rows. */
export function FilesBelow({ files }: { files: readonly FileRef[] }) {
  const images = files.filter(({ type }) => isImage(type));
  const others = files.filter(({ type }) => !isImage(type));
  return (
    <div className={styles.below}>
      {images.length > 0 && (
        <ul className={styles.tiles} aria-label={fileTexts.images}>
          {images.map((file) => (
            <li key={file._id}>
              <ImageTile file={file} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.rows} aria-label={fileTexts.files}>
          {others.map((file) => (
            <FileRow key={file._id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ImageTile({ file: { _id: id, name } }: { file: FileRef }) {
  const { url, isMissing, error, retry } = useFile(id);
  const { open } = use(ShownFilesContext);
  const image = useImageSource(url && wishing(url, 'thumbnail'), retry);
  if (isMissing) return <span className={styles.quiet}>{fileTexts.missingIn(name)}</span>;
  if (error !== null || image.isBroken) return <BrokenImage name={name} onRetry={image.retry} />;
  return (
    <button
      className={`${styles.opener} ${styles.tile}`}
      type="button"
      title={name}
      aria-label={fileTexts.open(name)}
      onClick={() => open(id)}
    >
      {image.src !== undefined && <img alt={name} loading="lazy" {...image.attributes} />}
    </button>
  );
}

function FileRow({ file }: { file: FileRef }) {
  const { _id: id, name, size, type, createdBy, createdAt } = file;
  const { download, isMissing } = useFile(id);
  const [isPreview, setPreview] = useState(false);
  const panel = useId();
  const hasPreview = type === 'text/plain' && size <= maxPreview && !isMissing;
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.symbol}>
          <FileIcon />
        </span>
        <div className={styles.name}>
          {download ? (
            <a className={styles.download} {...download} title={name}>
              {name}
            </a>
          ) : (
            <span title={name}>{name}</span>
          )}
          <span className={styles.quiet}>
            {isMissing ? (
              fileTexts.missing
            ) : (
              <>
                {formatSize(size)} ·{' '}
                <Sentence
                  text={fileTexts.by}
                  parts={{ name: createdBy.name, ago: <Ago value={createdAt} /> }}
                />
              </>
            )}
          </span>
        </div>
        {hasPreview && (
          <Button
            size="small"
            aria-expanded={isPreview}
            aria-controls={panel}
            aria-label={fileTexts.previewOf(name)}
            onClick={() => setPreview(!isPreview)}
          >
            {fileTexts.preview}
          </Button>
        )}
        {download && (
          <IconAnchor
            size="small"
            {...download}
            aria-label={fileTexts.download(name)}
            title={fileTexts.download(name)}
          >
            <DownloadIcon />
          </IconAnchor>
        )}
      </div>
      <div id={panel} role="group" aria-label={fileTexts.previewOf(name)} hidden={!isPreview}>
        {isPreview && (
          <Suspense fallback={<LoadingText />}>
            <TextPreview id={id} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

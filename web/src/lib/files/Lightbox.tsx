import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, use, useId } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { IconAnchor, IconButton } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { fileQuery, isImage } from './file.ts';
import { fileTexts } from './texts.ts';
import { DownloadIcon, ShownFilesContext, useFile, useImageSource } from './use-file.tsx';
import styles from './files.module.css';

const PreviousIcon = strokeIcon('m14 6-6 6 6 6');
const NextIcon = strokeIcon('m10 6 6 6-6 6');

interface Props {
  /** The files around the text in their order; the images among them are shown. */
  ids: readonly string[];
  opened: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Shows one image large; the arrow keys show the others. Escape closes it, and the focus returns to where it was. */
export function Lightbox({ ids, opened, onOpen, onClose }: Props) {
  const titleId = useId();
  const client = useQueryClient();
  const { files } = use(ShownFilesContext);
  const typeOf = (id: string) =>
    (client.getQueryData(fileQuery(id).queryKey) ?? files.find(({ _id }) => _id === id))?.type ?? '';
  const images = ids.filter((id) => id === opened || isImage(typeOf(id)));
  const at = images.indexOf(opened);
  const { file, download, isMissing } = useFile(opened);
  const name = file?.name ?? '';

  function go(step: number) {
    const to = images[at + step];
    if (to !== undefined) onOpen(to);
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  }

  return (
    <Dialog maxWidth="full" onClose={onClose} onKeyDown={onKeyDown} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {name}
        </h2>
        {images.length > 1 && <span role="status">{fileTexts.position(at + 1, images.length)}</span>}
        {download && (
          <IconAnchor {...download} aria-label={fileTexts.download(name)} title={fileTexts.download(name)}>
            <DownloadIcon />
          </IconAnchor>
        )}
        <IconButton autoFocus aria-label={fileTexts.close} title={fileTexts.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={styles.stage}>
        {isMissing ? <p>{fileTexts.missing}</p> : <LargeImage key={opened} id={opened} />}
        {images.length > 1 && (
          <>
            <IconButton
              className={`${styles.turn} ${styles.previous}`}
              aria-label={fileTexts.previous}
              aria-disabled={at <= 0}
              onClick={() => go(-1)}
            >
              <PreviousIcon />
            </IconButton>
            <IconButton
              className={`${styles.turn} ${styles.next}`}
              aria-label={fileTexts.next}
              aria-disabled={at >= images.length - 1}
              onClick={() => go(1)}
            >
              <NextIcon />
            </IconButton>
          </>
        )}
      </div>
    </Dialog>
  );
}

function LargeImage({ id }: { id: string }) {
  const { file, url, error, retry } = useFile(id);
  const image = useImageSource(url, retry);
  const name = file?.name ?? '';
  if (error !== null || image.isBroken)
    return (
      <ErrorState
        title={fileTexts.failedImage(name)}
        text={error === null ? '' : reasonOf(error)}
        onRetry={image.retry}
      />
    );
  if (image.src === undefined) return <VisuallyHidden role="status">{fileTexts.loading}</VisuallyHidden>;
  return (
    <img
      alt={name}
      width={file?.width ?? undefined}
      height={file?.height ?? undefined}
      {...image.attributes}
    />
  );
}

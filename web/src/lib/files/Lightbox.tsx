import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, use, useId } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { CloseIcon } from '#web/ui/icons.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { fileQuery } from './file-query.ts';
import { DownloadIcon, NextIcon, PreviousIcon } from './icons.tsx';
import { isImage } from './references.ts';
import { fileTexts } from './texts.ts';
import { ShownFilesContext, useFile, useImageSource } from './use-file.ts';

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
    <Window open fullScreen onClose={onClose} onKeyDown={onKeyDown} aria-labelledby={titleId}>
      <Head>
        <Title id={titleId}>{name}</Title>
        {images.length > 1 && <span role="status">{fileTexts.position(at + 1, images.length)}</span>}
        {download && (
          <IconButton
            component="a"
            {...download}
            aria-label={fileTexts.download(name)}
            title={fileTexts.download(name)}
          >
            <DownloadIcon />
          </IconButton>
        )}
        <IconButton autoFocus aria-label={fileTexts.close} title={fileTexts.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Head>
      <Stage>
        {isMissing ? <p>{fileTexts.missing}</p> : <LargeImage key={opened} id={opened} />}
        {images.length > 1 && (
          <>
            <Turn
              className="previous"
              aria-label={fileTexts.previous}
              aria-disabled={at <= 0}
              onClick={() => go(-1)}
            >
              <PreviousIcon />
            </Turn>
            <Turn
              className="next"
              aria-label={fileTexts.next}
              aria-disabled={at >= images.length - 1}
              onClick={() => go(1)}
            >
              <NextIcon />
            </Turn>
          </>
        )}
      </Stage>
    </Window>
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

/** Fills the window, unlike other dialogs. */
const Window = styled(Dialog)({
  '& .MuiDialog-paper': { maxWidth: 'none', margin: 0, border: 0, borderRadius: 0 },
});

const Head = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  padding: theme.spacing(1, 3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

const Title = styled('h2')(({ theme }) => ({
  ...theme.typography.body1,
  flex: 1,
  margin: 0,
  overflow: 'hidden',
  fontWeight: theme.typography.fontWeightMedium,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));

const Stage = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  minHeight: 0,
  display: 'grid',
  placeItems: 'center',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  padding: theme.spacing(4),
  backgroundColor: theme.vars.palette.background.default,
  // Within the window, and at most at its own size.
  '& > img': { maxWidth: '100%', maxHeight: '100%', width: 'auto', height: 'auto', objectFit: 'contain' },
}));

const Turn = styled(IconButton)(({ theme }) => ({
  position: 'absolute',
  top: '50%',
  width: theme.spacing(11),
  height: theme.spacing(11),
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { backgroundColor: theme.vars.palette.background.paper },
  '&[aria-disabled="true"]': { color: theme.vars.palette.text.disabled },
  '&.previous': { insetInlineStart: theme.spacing(3) },
  '&.next': { insetInlineEnd: theme.spacing(3) },
}));

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getOriginalOfBug, getOriginalOfComment, originalDays } from '#contract/conversation/mail-in.ts';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import { openStream } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { inLanguage } from '#web/language/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { texts as timelineTexts } from './texts.ts';
import styles from './timeline.module.css';

const texts = inLanguage({
  en: {
    title: 'Original e-mail',
    gone: (days: number) => `This e-mail is no longer stored. Originals are stored for at most ${days} days.`,
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    close: 'Close',
  },
  de: {
    title: 'E-Mail im Original',
    gone: (days: number) =>
      `Diese E-Mail ist nicht mehr gespeichert. Originale werden höchstens ${days} Tage aufbewahrt.`,
    copy: 'Kopieren',
    copied: 'Kopiert',
    download: 'Herunterladen',
    close: 'Schließen',
  },
});

interface Props {
  /** Whether the e-mail became a bug or a comment. */
  of: 'bug' | 'comment';
  id: string;
  onClose: () => void;
}

/** The e-mail that became a bug or a comment, as plain text. */
export function Original({ of, id, onClose }: Props) {
  const titleId = useId();
  const endpoint = of === 'bug' ? getOriginalOfBug : getOriginalOfComment;
  const { data, error, refetch } = useQuery({
    queryKey: endpointKey(endpoint, id),
    queryFn: async ({ signal }) => {
      const { body } = await openStream(endpoint, { params: { id }, signal });
      return new Response(body).text();
    },
    staleTime: Infinity,
    // Not cached, because the text is long and no other screen uses its key.
    gcTime: 0,
    retry: false,
  });
  const [isCopied, setCopied] = useState(false);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog onClose={onClose} aria-labelledby={titleId} maxWidth="lg">
      <DialogTitle id={titleId}>{texts.title}</DialogTitle>
      <DialogContent className={styles.original}>
        {data !== undefined && (
          <pre className={styles.source} tabIndex={0} role="region" aria-labelledby={titleId}>
            {data}
          </pre>
        )}
        {isGone && <DialogContentText>{texts.gone(originalDays)}</DialogContentText>}
        {error && !isGone && (
          <ErrorState
            title={timelineTexts.mailFailed}
            text={reasonOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && !error && <LoadingText />}
      </DialogContent>
      <DialogActions>
        <VisuallyHidden role="status">{isCopied && texts.copied}</VisuallyHidden>
        {data !== undefined && (
          <>
            <Button onClick={async () => setCopied(await copyToClipboard(data))}>
              {isCopied ? texts.copied : texts.copy}
            </Button>
            <Button onClick={() => download(data)}>{texts.download}</Button>
          </>
        )}
        <Button variant="outlined" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Downloads the text, which needs the token and so cannot be a link. */
function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = 'e-mail.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

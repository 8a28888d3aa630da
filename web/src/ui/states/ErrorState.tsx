import { Button } from '#web/ui/Button.tsx';
import { Notice } from './Notice.tsx';
import { texts } from '#web/ui/texts.ts';

interface Props {
  title: string;
  text?: string | undefined;
  onRetry: () => void;
}

/** Replaces content that could not be fetched. */
export function ErrorState({ title, text, onRetry }: Props) {
  return (
    <Notice
      title={title}
      text={text}
      actions={
        <Button variant="outlined" size="small" onClick={onRetry}>
          {texts.retry}
        </Button>
      }
    />
  );
}

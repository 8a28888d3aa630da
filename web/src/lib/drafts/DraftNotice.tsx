import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { timeAgo } from '#web/lib/time/time-ago.ts';
import { texts } from './texts.ts';

interface Props {
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** Its current title, which distinguishes it from other drafts. */
  name?: string | undefined;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers an unsaved text. */
export function DraftNotice({ at, name = '', onRestore, onDiscard }: Props) {
  return (
    <Notice
      severity="info"
      title={[texts.offer(timeAgo(at)), ...(name.trim() === '' ? [] : [texts.quoted(name.trim())])].join(' ')}
      text={
        <Sentence
          text={texts.typedUntil}
          parts={{ time: <Time value={new Date(at).toISOString()} format="date-time" /> }}
        />
      }
      actions={
        <>
          <Button variant="outlined" size="small" onClick={onRestore}>
            {texts.restore}
          </Button>
          <Button size="small" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </>
      }
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getMailedText } from '#contract/conversation/mail-in.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import styles from './MailedText.module.css';
import { texts } from './texts.ts';

/** The whole message that became a comment, as plain text. */
export function MailedText({ commentId }: { commentId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: endpointKey(getMailedText, commentId),
    queryFn: ({ signal }) => call(getMailedText, { params: { id: commentId }, signal }),
  });
  if (error)
    return <ErrorState title={texts.mailFailed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingText />;
  return (
    <pre
      className={styles.mail}
      // A long message can be scrolled by keyboard.
      tabIndex={0}
      role="region"
      aria-label={texts.wholeMail}
    >
      {data.text}
    </pre>
  );
}

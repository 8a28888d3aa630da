import { useUser } from '#web/lib/session/auth-context.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { FormattedText } from '#web/lib/formatted-text/FormattedText.tsx';
import { Card, Head } from './comment.styles.tsx';
import { texts } from './texts.ts';

/** A comment that is being sent. */
export function PendingComment({ body }: { body: string }) {
  const { _id: id, name } = useUser();
  return (
    <Card as="div" data-pending>
      <Head>
        <b>
          <PersonName id={id} name={name} />
        </b>
        <span role="status">{texts.sending}</span>
      </Head>
      <FormattedText text={body} />
    </Card>
  );
}

import Button from '@mui/material/Button';
import type { BugFieldView, BulkProps } from '#web/lib/bugs/bug-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { texts } from './texts.ts';
import styles from './additions.module.css';

const nothing = () => null;

/** Whether a bug is triaged: shown only in its history and in queries. */
export const triagedView: BugFieldView<'triaged'> = {
  name: 'triaged',
  label: texts.triaged,
  initial: false,
  text: (isTriaged) => (isTriaged ? texts.yes : texts.no),
  toValue: (input) => input,
  changeText: (_, isTriaged) => (isTriaged ? texts.accepted : texts.putBack),
  Editor: nothing,
  Bulk: AcceptButton,
};

/** For bugs that are waiting for triage. */
function AcceptButton({ bugs, onChange }: BulkProps<'triaged'>) {
  const isOffered = useAdditions();
  if (!isOffered || !bugs.some(({ status, triaged }) => status === 'open' && !triaged)) return null;
  return (
    <Button size="small" variant="outlined" onClick={() => onChange(() => true)}>
      {texts.accept}
    </Button>
  );
}

/** The question to the reporter of a bug: a banner on its page and a badge in rows. */
export const questionView: BugFieldView<'question'> = {
  name: 'question',
  label: texts.question,
  initial: '',
  text: (question) => question?.text ?? texts.none,
  toValue: (_, { bug }) => bug.question,
  inRow: (question) =>
    question && (
      <span className={styles.badge} title={texts.asked(question.text)}>
        {texts.badge}
      </span>
    ),
  changeText: (from, to) => (to ? texts.hasAsked(to.text) : texts.hasEnded(from?.text ?? '')),
  Editor: nothing,
};

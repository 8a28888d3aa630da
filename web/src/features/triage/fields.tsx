import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { BugFieldView, BulkProps } from '#web/lib/bugs/bug-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { texts } from './texts.ts';

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
  inRow: (question) => question && <Badge title={texts.asked(question.text)}>{texts.badge}</Badge>,
  changeText: (from, to) => (to ? texts.hasAsked(to.text) : texts.hasEnded(from?.text ?? '')),
  Editor: nothing,
};

const Badge = styled('span')(({ theme }) => ({
  display: 'inline-block',
  minWidth: 0,
  marginInlineStart: theme.spacing(2),
  padding: theme.spacing(0, 2),
  overflow: 'hidden',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.warning.soft,
  color: theme.vars.palette.warning.onSoft,
  fontSize: theme.typography.caption.fontSize,
  fontWeight: theme.typography.fontWeightMedium,
  lineHeight: 1.5,
  textOverflow: 'ellipsis',
  verticalAlign: 'middle',
  whiteSpace: 'nowrap',
}));

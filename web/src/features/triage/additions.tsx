import { useMutation, useQuery } from '@tanstack/react-query';
import { bugWorkPermissions } from '#contract/bugs/bug-work.ts';
import { questionPermissions, withdrawQuestion } from '#contract/bugs/triage.ts';
import { can } from '#contract/permissions.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, BulkProps } from '#web/lib/bugs/bug-field.ts';
import { bugSettingsQuery } from '#web/lib/bugs/use-bug-rights.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { extensionTexts, texts } from './texts.ts';
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

/** The question that a bug's reporter should answer. */
export function QuestionBanner({ bug }: { bug: Bug }) {
  const user = useUser();
  // Live updates refresh the page.
  const withdraw = useMutation({ mutationFn: () => call(withdrawQuestion, { params: { id: bug._id } }) });
  const { question, createdBy } = bug;
  if (!question) return null;
  const isAsked = createdBy._id === user._id;
  return (
    <div className={styles.banner}>
      <Notice
        severity="warning"
        title={isAsked ? texts.asksYou(question.by.name) : texts.asks(question.by.name, createdBy.name)}
        text={
          <>
            <p className={styles.question}>{question.text}</p>
            {isAsked && <p>{texts.howToAnswer}</p>}
            {withdraw.error && <p role="alert">{`${texts.withdrawFailed}: ${reasonOf(withdraw.error)}`}</p>}
          </>
        }
        actions={
          can(user, questionPermissions.withdraw, question) && (
            <Button size="small" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {texts.withdraw}
            </Button>
          )
        }
      />
    </div>
  );
}

/** Another user's unassigned bug. */
const anyBug = { createdBy: { _id: '' }, assignedTo: null };

/** The link to triage, for users who may triage every bug. */
export function TriageLink() {
  const user = useUser();
  const { data } = useQuery({ ...bugSettingsQuery, enabled: useAdditions() });
  if (!data || !can(user, bugWorkPermissions.work, { ...anyBug, workers: data.triage })) return null;
  return <ButtonLink to="/triage">{extensionTexts.triage}</ButtonLink>;
}

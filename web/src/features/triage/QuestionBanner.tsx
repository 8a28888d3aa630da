import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { can } from '#contract/permissions.ts';
import { questionPermissions, withdrawQuestion } from '#contract/bugs/triage.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { texts } from './texts.ts';
import styles from './additions.module.css';

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
            <Button
              size="small"
              color="inherit"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {texts.withdraw}
            </Button>
          )
        }
      />
    </div>
  );
}

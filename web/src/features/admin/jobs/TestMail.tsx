import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getMail, sendTestMail } from '#contract/conversation/mail.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { mailTexts } from './mail-texts.ts';

const mailQuery = endpointQuery(getMail, {});

/** Whether the server can send mail, and a button to send a test message. Renders nothing while unknown. */
export function TestMail() {
  const { data } = useQuery(mailQuery);
  const sending = useMutation({ mutationFn: () => call(sendTestMail) });
  if (!data) return <Line variant="body2">{'\u00a0'}</Line>;
  if (!data.isSetUp) return <Line variant="body2">{mailTexts.notSetUp}</Line>;
  const failure = sending.error ? reasonOf(sending.error) : sending.data?.error;
  return (
    <>
      <div>
        <Button
          size="small"
          variant="outlined"
          aria-disabled={sending.isPending}
          onClick={sending.isPending ? undefined : () => sending.mutate()}
        >
          {mailTexts.test}
        </Button>
      </div>
      {failure && <Notice title={mailTexts.failed} text={<span lang="en">{failure}</span>} />}
      {sending.data?.error === null && <Notice severity="success" title={mailTexts.sent} />}
    </>
  );
}

const Line = styled(Typography)(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

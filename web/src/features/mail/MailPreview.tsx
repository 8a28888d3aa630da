import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailSettings } from '#contract/conversation/mail.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { previewQuery } from './queries.ts';
import { texts } from './texts.ts';

const kinds = { message: texts.message, digest: texts.showDigest } as const;
type Kind = keyof typeof kinds;

/** Examples of a message and of a digest, as the server renders them. */
export function MailPreview({ language }: { language: MailSettings['language'] }) {
  const [kind, setKind] = useState<Kind>();
  return (
    <div>
      <ButtonRow>
        {(['message', 'digest'] as const).map((each) => (
          <Button
            key={each}
            size="small"
            variant="outlined"
            aria-expanded={kind === each}
            onClick={() => setKind(kind === each ? undefined : each)}
          >
            {kinds[each]}
          </Button>
        ))}
      </ButtonRow>
      {kind && <Preview kind={kind} language={language} />}
    </div>
  );
}

function Preview({ kind, language }: { kind: Kind; language: MailSettings['language'] }) {
  const preview = useQuery(previewQuery(kind, language));
  const failure = failureOf(preview);
  if (failure) return <Notice title={texts.previewFailed} text={reasonOf(failure)} />;
  if (!preview.data) return null;
  return (
    <Frame role="region" aria-label={texts.preview} lang={language}>
      <Typography variant="body1">{preview.data.subject}</Typography>
      <Text>{preview.data.text}</Text>
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  marginTop: theme.spacing(3),
  padding: theme.spacing(4),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
}));

const Text = styled('pre')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(2, 0, 0),
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}));

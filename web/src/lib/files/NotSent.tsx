import { styled } from '@mui/material/styles';
import { canRetry } from './refused-file.ts';
import { fileTexts } from './texts.ts';
import type { Upload } from './upload-queue.ts';

/** Why a form was not sent, beside its button: a file was not uploaded. */
export function NotSent({ failed }: { failed: Upload | undefined }): React.JSX.Element | null {
  if (!failed) return null;
  const { file, error } = failed;
  return (
    <Reason role="alert">
      {canRetry(error) ? fileTexts.removeOrRetryFirst(file.name) : fileTexts.removeFirst(file.name)}
    </Reason>
  );
}

const Reason = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  alignSelf: 'center',
  minWidth: 0,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.error.main,
}));

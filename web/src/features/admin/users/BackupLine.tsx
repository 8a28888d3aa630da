import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { timeAgo } from '#web/lib/time/time-ago.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { backupsQuery } from '#web/features/admin/queries.ts';
import { texts } from '#web/features/admin/texts.ts';

/** The age of the newest verified backup. Keeps its line while it is unknown. */
export function BackupLine() {
  const backups = useQuery(backupsQuery);
  const { data } = backups;
  const error = failureOf(backups);
  return (
    <>
      <Line variant="body2">{error ? texts.backupsFailed(reasonOf(error)) : textOf(data?.provenAt)}</Line>
      {data?.failure && (
        <Notice
          title={texts.backupFailed(timeAgo(Date.parse(data.failure.at)))}
          text={<span lang="en">{data.failure.reason}</span>}
        />
      )}
    </>
  );
}

function textOf(provenAt: string | null | undefined): string {
  if (provenAt === undefined) return '\u00a0';
  return provenAt === null ? texts.noBackup : texts.backup(timeAgo(Date.parse(provenAt)));
}

const Line = styled(Typography)(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

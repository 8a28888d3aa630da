import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '#contract/permissions.ts';
import { watchingPermissions } from '#contract/conversation/watching.ts';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Watchers } from './Watchers.tsx';
import { useWatch, watchersQuery } from './watching.ts';
import { watchTexts } from './watch-texts.ts';

/** Whether the user watches a bug, and how many users do; admins see their names. */
export function Watching({ bug }: { bug: Bug }): React.JSX.Element | null {
  const user = useUser();
  const { data, error, refetch } = useQuery(watchersQuery(bug._id));
  const watch = useWatch(bug._id);
  const [isListed, setListed] = useState(false);
  // As it will be, as long as it is on its way.
  const isOn =
    watch.isPending && watch.variables.user === undefined ? watch.variables.isOn : data?.isWatching;
  const toggle = () => {
    if (isOn !== undefined && !watch.isPending) watch.mutate({ isOn: !isOn });
  };
  useShortcuts({ w: data ? toggle : undefined });
  if (error && !data)
    return (
      <Button size="small" onClick={() => void refetch()}>
        {watchTexts.retry}
      </Button>
    );
  if (!data || isOn === undefined) return null;
  const count = data.count + Number(isOn) - Number(data.isWatching);
  const countText = counted(count, watchTexts.watching);
  const seesAll = can(user, watchingPermissions.change, { userId: '' });
  return (
    <Frame>
      <Line>
        <Button size="small" variant="outlined" aria-pressed={isOn} title={watchTexts.help} onClick={toggle}>
          {isOn ? watchTexts.stop : watchTexts.watch}
        </Button>
        {seesAll ? (
          <Button size="small" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
            {countText}
          </Button>
        ) : (
          <span>{countText}</span>
        )}
      </Line>
      {watch.error && watch.variables.user === undefined && (
        <Notice {...problemOf(watchTexts.failed, watch.error)} />
      )}
      {isListed && seesAll && <Watchers bugId={bug._id} watchers={data.watchers} />}
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: theme.spacing(3),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(9),
}));

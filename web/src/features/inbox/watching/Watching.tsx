import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { can } from '#contract/permissions.ts';
import { watchingPermissions } from '#contract/conversation/watching.ts';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { problemOf } from '#web/lib/form/problem.ts';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { CountedToggle } from '#web/ui/CountedToggle.tsx';
import { Watchers } from './Watchers.tsx';
import { useWatch, watchersQuery } from './watching.ts';
import { watchTexts } from './watch-texts.ts';

/** Whether the user watches a bug, and how many users do; admins see their names. */
export function Watching({ bug }: { bug: Bug }): React.JSX.Element | null {
  const user = useUser();
  const { data, error, refetch } = useQuery(watchersQuery(bug._id));
  const watch = useWatch(bug._id);
  // Optimistic while the change is pending.
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
  const seesAll = can(user, watchingPermissions.change, { userId: '' });
  return (
    <CountedToggle
      button={{
        label: isOn ? watchTexts.stop : watchTexts.watch,
        title: watchTexts.help,
        isOn,
        onPress: toggle,
      }}
      count={counted(count, watchTexts.watching)}
      list={seesAll && <Watchers bugId={bug._id} watchers={data.watchers} />}
      problem={
        watch.error && watch.variables.user === undefined
          ? problemOf(watchTexts.failed, watch.error)
          : undefined
      }
    />
  );
}

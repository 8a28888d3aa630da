import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { BugAction, BugActionProps } from '#web/lib/extensions.ts';

interface Props extends BugActionProps {
  action: BugAction;
}

/** The dialog of an action that was chosen for a bug. If its code does not load, the action can be chosen again. */
export function OpenBugAction({ action: { name, load }, ...props }: Props) {
  const { data, error } = useQuery({
    queryKey: ['code of the action', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  const failed = useEffectEvent(props.onClose);
  useEffect(() => {
    if (error) failed();
  }, [error]);
  return data ? <data.Content {...props} /> : null;
}

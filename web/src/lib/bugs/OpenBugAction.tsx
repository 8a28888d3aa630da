import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugAction } from '#web/lib/extensions.ts';

interface Props {
  action: BugAction;
  bug: Bug;
  onClose: () => void;
}

/** The dialog of an action that was chosen for a bug. If its code does not load, the action can be chosen again. */
export function OpenBugAction({ action: { name, load }, bug, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['code of the action', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  const failed = useEffectEvent(onClose);
  useEffect(() => {
    if (error) failed();
  }, [error]);
  return data ? <data.Content bug={bug} onClose={onClose} /> : null;
}

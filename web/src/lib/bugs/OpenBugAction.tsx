import { useQuery } from '@tanstack/react-query';
import type { BugAction, BugActionProps } from '#web/lib/extensions.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';

interface Props extends BugActionProps {
  action: BugAction;
}

/** The dialog of the action chosen for a bug. If its code does not load, the action can be chosen again. */
export function OpenBugAction({ action: { name, load }, ...props }: Props) {
  const { data, error } = useQuery({
    queryKey: ['code of the action', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  useOpening({ isOpening: !data, error, onClose: props.onClose });
  return data ? <data.Content {...props} /> : null;
}

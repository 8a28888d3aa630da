import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Live, LiveState } from './live.ts';

export const LiveContext = createContext<Live | undefined>(undefined);

/** Whether what is shown follows what others do, for components. Throws outside of a LiveContext. */
export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error('useLiveState must be used within a LiveContext');
  return useSyncExternalStore(live.subscribe, live.get);
}

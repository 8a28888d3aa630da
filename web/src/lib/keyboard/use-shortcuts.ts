import { useEffect, useEffectEvent } from 'react';
import { type Actions, bind } from './keyboard.ts';

/** The actions of shortcuts while this component is mounted, by their keys; undefined for none. */
export function useShortcuts(actions: Actions): void {
  const current = useEffectEvent(() => actions);
  useEffect(() => bind(() => current()), []);
}

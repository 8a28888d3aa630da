import { useEffect, useEffectEvent } from 'react';
import { type Actions, bind } from './keyboard.ts';

/** What shortcuts do while this component is in sight, by their keys; undefined where one has nothing to do. */
export function useShortcuts(actions: Actions): void {
  const current = useEffectEvent(() => actions);
  useEffect(() => bind(() => current()), []);
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { useAuth, useUser } from '#web/lib/session/auth-context.ts';

const address = (userId: string, form: string) => `kept:${userId}:${form}`;

/** Keeps what a user typed into a form, for this tab. Never hand it a password. */
function keepInput(userId: string, form: string, values: unknown): void {
  try {
    sessionStorage.setItem(address(userId, form), JSON.stringify(values));
  } catch {
    // Without storage there is nowhere to keep it.
  }
}

/** What was kept for this user and form, if it still has the shape that the form needs. */
function keptInput<T>(userId: string, form: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(address(userId, form)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Forgets what was kept. */
function dropInput(userId: string, form: string): void {
  try {
    sessionStorage.removeItem(address(userId, form));
  } catch {
    // Nothing was kept.
  }
}

/** Keeps a form's values when the session is lost under it: `current` gives them, or undefined if there is nothing to keep. */
export function useKeepInput(form: string, current: () => unknown): void {
  const { onLosing } = useAuth();
  const keep = useEffectEvent((userId: string) => {
    const values = current();
    if (values !== undefined) keepInput(userId, form, values);
  });
  useEffect(() => onLosing(({ _id }) => keep(_id)), [onLosing]);
}

/** What was kept for the signed-in user and this form, until `drop`. */
export function useKeptInput<T>(
  form: string,
  schema: z.ZodType<T>,
): { kept: T | undefined; drop: () => void } {
  const { _id } = useUser();
  const [kept, setKept] = useState(() => keptInput(_id, form, schema));
  function drop() {
    dropInput(_id, form);
    setKept(undefined);
  }
  return { kept, drop };
}

import { useState } from 'react';
import type * as z from 'zod/mini';
import { randomName } from '#web/lib/random-name.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { draftsOf, dropDraft, isUnkept, keepDraft } from './draft-store.ts';

interface Options<T> {
  /** Which form, and of what where there are several. */
  form: string;
  /** The shape that the form needs; drafts of another are not offered. */
  schema: z.ZodMiniType<T>;
  /** Whether a draft still says something that is not stored. */
  isNews?: (value: T) => boolean;
}

export interface Drafts<T> {
  /** The draft that the open form writes. A form is made anew, by this as its key, when it is to go on from another. */
  readonly slot: string;
  /** The draft that the open form goes on from. */
  readonly restored: T | undefined;
  /** The newest other draft, until it is restored or discarded. */
  readonly offered: { readonly at: number; readonly value: T } | undefined;
  /** Keeps what the form holds; undefined where that is nothing of its own. */
  keep: (value: T | undefined) => void;
  /** Whether what the form holds would be lost with the page. */
  isUnkept: () => boolean;
  /** Goes on from the offered draft. What was typed meanwhile stays a draft, and is offered in turn. */
  restore: () => void;
  /** Forgets the offered draft. */
  discard: () => void;
  /** The form was saved: its draft has served. */
  saved: () => void;
  /** The form was left unsaved: what it held is offered. */
  left: () => void;
}

/** The drafts of a form of the signed-in user: the one being typed, and those left behind. */
export function useDrafts<T>({ form, schema, isNews = () => true }: Options<T>): Drafts<T> {
  const { _id: userId } = useUser();
  const owner = { userId, form };
  const [{ slot, restored, found }, setOpen] = useState(() => opened(randomName()));
  const offered = found.find((draft) => draft.slot !== slot && isNews(draft.value));

  function opened(opens: string, value?: T) {
    const drafts = draftsOf(owner).flatMap((draft) => {
      const parsed = schema.safeParse(draft.value);
      return parsed.success ? [{ ...draft, value: parsed.data }] : [];
    });
    return { slot: opens, restored: value, found: drafts };
  }

  return {
    slot,
    restored,
    offered,
    keep(value) {
      if (value === undefined) dropDraft(owner, slot);
      else keepDraft(owner, { slot, at: Date.now(), value });
    },
    isUnkept: () => isUnkept(owner, slot),
    restore() {
      if (offered) setOpen(opened(offered.slot, offered.value));
    },
    discard() {
      if (offered) dropDraft(owner, offered.slot);
      setOpen(opened(slot, restored));
    },
    saved() {
      dropDraft(owner, slot);
      setOpen(opened(slot));
    },
    left: () => setOpen(opened(randomName())),
  };
}

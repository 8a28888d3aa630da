import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import { randomName } from '#web/lib/api/once-only.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { noticeShownFor } from '#web/ui/notice-time.ts';
import { closeDraft, draftOf, type DraftOwner, dropDraft, isUnkept, keepDraft } from './draft-store.ts';

/** The values of a form when it was cancelled. */
export interface Cancelled extends DraftOwner {
  readonly slot: string;
  readonly value: unknown;
}

let cancelled: Cancelled | undefined;
let resumed: Cancelled | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const { subscribe, notify } = createNotifier();

/** The form cancelled last, only in the page's memory. */
export const cancelledForm = { get: () => cancelled, subscribe };
/** The form whose cancellation was undone, until it is open again. */
export const resumedForm = { get: () => resumed, subscribe };

/** Holds the values of a cancelled form for {@link noticeShownFor}. */
export function noteCancelled(form: Cancelled): void {
  set(form, undefined);
  timer = setTimeout(forgetCancelled, noticeShownFor);
}

/** Ends the period in which cancelling can be undone. */
export function forgetCancelled(): void {
  if (cancelled) set(undefined, resumed);
}

/** Restores the values in their form, at once if it is open, else when it is next opened. */
export function undoCancel(): void {
  set(undefined, cancelled);
}

/** Called when the form is open again. */
export function forgetResumed(): void {
  if (resumed) set(cancelled, undefined);
}

function set(nextCancelled: Cancelled | undefined, nextResumed: Cancelled | undefined): void {
  clearTimeout(timer);
  cancelled = nextCancelled;
  resumed = nextResumed;
  notify();
}

interface Options<T> {
  /** The name of the form, with the id of its subject if there are several. */
  form: string;
  /** The schema of the form's values; drafts that do not match are not offered. */
  schema: z.ZodMiniType<T>;
  /** Whether a draft differs from what is saved. */
  isNews?: (value: T) => boolean;
  /** Called when cancelling was undone: the form continues with its values. */
  onResume?: () => void;
}

export interface Drafts<T> {
  /**
   * Identifies this opening of the form. Used as the form's React key, so that the form is remounted to continue with
   * another text.
   */
  readonly slot: string;
  /** The draft that the open form continues. */
  readonly restored: T | undefined;
  /** Another draft, until it is restored or discarded. */
  readonly offered: Offer<T> | undefined;
  /** Stores the form's values; undefined if they are the initial ones. */
  keep: (value: T | undefined) => void;
  /** Whether the form's values would be lost with the page. */
  isUnkept: () => boolean;
  /** Continues with the offered draft. The text typed before is then offered until the page is left. */
  restore: () => void;
  /** Discards the offered draft. */
  discard: () => void;
  /** Deletes the draft after the form was saved. */
  saved: () => void;
  /** Cancels the form: its text is removed, which can be undone for a moment. */
  cancel: () => void;
}

interface Offer<T> {
  readonly slot: string;
  readonly at: number;
  readonly value: T;
}

/** The drafts of a form of the signed-in user: the current text, and an earlier unsaved one. */
export function useDrafts<T>({ form, schema, isNews = () => true, onResume }: Options<T>): Drafts<T> {
  const { _id: userId } = useUser();
  const owner = { userId, form };
  const [{ slot, restored, found }, setOpen] = useState(() => opened(randomName(), undefined, stored()));
  /** The form's values that are stored nowhere else. */
  const typed = useRef<Offer<T>>(undefined);
  const offered = found && found.slot !== slot && isNews(found.value) ? found : undefined;

  function opened(opens: string, value: T | undefined, other: Offer<T> | undefined) {
    return { slot: opens, restored: value, found: other };
  }
  function stored(): Offer<T> | undefined {
    const draft = draftOf(owner);
    const parsed = schema.safeParse(draft?.value);
    return draft && parsed.success ? { ...draft, value: parsed.data } : undefined;
  }
  function keep(value: T | undefined, under = slot) {
    typed.current = value === undefined ? undefined : { slot: under, at: Date.now(), value };
    if (typed.current) keepDraft(owner, typed.current);
    else dropDraft(owner, under);
  }
  function goOn(from: Offer<T>, other: Offer<T> | undefined) {
    keep(from.value, from.slot);
    setOpen(opened(from.slot, from.value, other));
  }

  const again = useSyncExternalStore(resumedForm.subscribe, resumedForm.get);
  const resume = useEffectEvent(() => {
    if (again?.userId !== userId || again.form !== form) return;
    const { data } = schema.safeParse(again.value);
    if (data !== undefined) goOn({ slot: again.slot, at: Date.now(), value: data }, undefined);
    forgetResumed();
    onResume?.();
  });
  useLayoutEffect(() => resume(), [again]);
  useEffect(() => () => closeDraft({ userId, form }), [userId, form]);

  return {
    slot,
    restored,
    offered,
    keep: (value) => keep(value),
    isUnkept: () => isUnkept(owner),
    restore() {
      if (offered) goOn(offered, typed.current);
    },
    discard() {
      if (offered) dropDraft(owner, offered.slot);
      setOpen(opened(slot, restored, undefined));
    },
    saved() {
      typed.current = undefined;
      dropDraft(owner, slot);
      setOpen(opened(slot, undefined, undefined));
    },
    cancel() {
      if (typed.current) noteCancelled({ ...owner, slot, value: typed.current.value });
      const other = typed.current ? undefined : found;
      typed.current = undefined;
      dropDraft(owner, slot);
      setOpen(opened(randomName(), undefined, other));
    },
  };
}

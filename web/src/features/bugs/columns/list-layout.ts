import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createViewBody, type View } from '#contract/bugs/views.ts';
import { createNotifier } from '#web/lib/notifier.ts';

/** How a list is shown. */
interface ListLayout {
  /** The columns between title and actions; null for the default columns. */
  readonly columns: View['columns'];
  /** The name of the field whose values rows are grouped by. */
  readonly group: string | null;
}

const usual: ListLayout = { columns: null, group: null };

/** The shown list: its name in the browser's storage, and its own layout. */
interface ListIdentity {
  readonly key: string;
  readonly layout: ListLayout;
}

export const ListIdentityContext = createContext<ListIdentity>({ key: '', layout: usual });

/** The stored part of a chosen layout; a chosen grouping is in the address. */
const stored = z.object({ columns: createViewBody.shape.columns });
const changed = createNotifier();
const keyOf = (key: string) => `list-layout${key === '' ? '' : ` ${key}`}`;

/** For when the browser refuses storage: the choice then lasts as long as the page. */
const inMemory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(keyOf(key));
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function write(key: string, text: string | null): void {
  if (text === null) inMemory.delete(key);
  else inMemory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(keyOf(key));
    else localStorage.setItem(keyOf(key), text);
  } catch {
    // The page stores it in memory.
  }
  changed.notify();
}

function parsed(text: string | null): Partial<ListLayout> | undefined {
  try {
    return stored.safeParse(JSON.parse(text ?? '')).data as Partial<ListLayout> | undefined;
  } catch {
    return undefined;
  }
}

export interface LayoutChoice {
  readonly layout: ListLayout;
  /** Whether it differs from the list's own layout. */
  readonly isChanged: boolean;
  /** Chooses a layout in this browser. */
  readonly choose: (change: Pick<ListLayout, 'columns'>) => void;
  /** Resets to the list's own layout. */
  readonly reset: () => void;
}

/** The layout of the current list: its own, or the one chosen in this browser. */
export function useListLayout(): LayoutChoice {
  const { key, layout: own } = use(ListIdentityContext);
  const text = useSyncExternalStore(changed.subscribe, () => read(key));
  return useMemo(() => {
    const layout: ListLayout = { ...own, ...parsed(text) };
    const isSame = (one: ListLayout) => JSON.stringify(one) === JSON.stringify({ ...usual, ...own });
    return {
      layout,
      isChanged: !isSame({ ...usual, ...layout }),
      choose(change) {
        const next = { ...usual, ...layout, ...change };
        write(key, isSame(next) ? null : JSON.stringify({ columns: next.columns }));
      },
      reset: () => write(key, null),
    };
  }, [key, own, text]);
}

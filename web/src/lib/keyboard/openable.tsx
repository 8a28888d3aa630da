import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { loadOnce } from '#web/lib/lazy-page.ts';
import { holdKeys, openingFailed } from './held-keys.ts';

interface Opened {
  readonly onClose: () => void;
}

/** A component whose code is loaded on demand, and the function that loads it ahead. */
type Openable<Props> = ((props: Props) => ReactNode) & { readonly load: () => Promise<unknown> };

/**
 * A part that opens over the page, or beside it (`isForPage`), and loads its code when it is first opened. Keys typed
 * meanwhile are held back for it. If the code cannot be loaded, it closes and says so. Unlike with `lazy` and
 * `Suspense`, loaded code is rendered at once: React shows the content of a boundary at most every 300 ms.
 */
export function openable<Props extends Opened>(
  load: () => Promise<ComponentType<Props>>,
  { isForPage = false } = {},
): Openable<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loading = loadOnce(async () => {
    Loaded = await load();
  });
  function Opening(props: Props) {
    const [isLoaded, setIsLoaded] = useState(Loaded !== undefined);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (isLoaded) return undefined;
      let isShown = true;
      loading().then(
        // Synchronously, because the keys wait for it.
        () => isShown && flushSync(() => setIsLoaded(true)),
        (reason: unknown) => isShown && setError(reason),
      );
      return () => void (isShown = false);
    }, [isLoaded]);
    useOpening({ isOpening: !isLoaded, error, onClose: props.onClose, isForPage });
    return isLoaded && Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Opening, { load: loading });
}

interface OpeningState extends Opened {
  /** Whether code or data are still loading. */
  isOpening: boolean;
  /** Why it cannot be opened. */
  error?: unknown;
  /** Whether it does not take the focus. */
  isForPage?: boolean;
}

/** Holds back keys while something opens, until it has the focus. On an error, closes it and informs the user. */
export function useOpening({ isOpening, error, onClose, isForPage = false }: OpeningState): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(
    () => (isOpening ? holdKeys({ cancel: () => close(), isForPage }) : undefined),
    [isOpening, isForPage],
  );
  const isFailed = error !== undefined && error !== null;
  useEffect(() => {
    if (!isOpening || !isFailed) return;
    openingFailed();
    close();
  }, [isOpening, isFailed]);
}

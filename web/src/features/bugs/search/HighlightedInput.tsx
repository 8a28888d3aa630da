import useForkRef from '@mui/utils/useForkRef';
import { type ComponentProps, type Ref, useEffect, useRef } from 'react';
import type { QueryField } from '#contract/query/fields.ts';
import type { Span } from '#contract/query/tree.ts';
import { type Lexeme, lexemesOf } from '#web/lib/query/completion.ts';
import styles from './search.module.css';

interface Props extends ComponentProps<'input'> {
  ref?: Ref<HTMLInputElement>;
  /** Whether its text is a query whose parts are marked. */
  isQuery?: boolean;
  fields?: readonly QueryField[] | undefined;
  /** The position of the error. */
  problem?: Span | undefined;
}

/**
 * A text input that marks the parts of a query. The marks are behind it, in the same font, so that the browser still
 * handles the text, its selection and its composition.
 */
export function HighlightedInput({
  ref,
  isQuery = false,
  fields,
  problem,
  ...input
}: Props): React.JSX.Element {
  const own = useRef<HTMLInputElement>(null);
  const inputRef = useForkRef(ref, own);
  const marks = useRef<HTMLDivElement>(null);
  const text = String(input.value ?? '');

  useEffect(() => {
    if (!isQuery) return undefined;
    const stop = new AbortController();
    // Long text scrolls by keys, pointer and selection; not every browser fires `scroll` for all of these.
    const follow = () =>
      requestAnimationFrame(() => {
        if (marks.current && own.current) marks.current.scrollLeft = own.current.scrollLeft;
      });
    follow();
    document.addEventListener('selectionchange', follow, { signal: stop.signal });
    for (const event of ['scroll', 'input', 'keydown', 'pointermove', 'blur', 'focus', 'wheel'])
      own.current?.addEventListener(event, follow, { signal: stop.signal, passive: true });
    window.addEventListener('resize', follow, { signal: stop.signal });
    return () => stop.abort();
  }, [isQuery, text]);

  return (
    <span className={styles.input}>
      {isQuery && (
        <div className={styles.marks} ref={marks} aria-hidden dir="auto" data-marks>
          {markedParts(text, lexemesOf(text, fields), problem).map(({ start, end, kind }) => (
            <span className={styles.mark} key={start} data-kind={kind}>
              {text.slice(start, end)}
            </span>
          ))}
          <span className={styles.end} />
        </div>
      )}
      <input {...input} dir="auto" ref={inputRef} />
    </span>
  );
}

interface Part extends Span {
  readonly kind: Lexeme['kind'] | 'unknown' | 'problem' | 'none';
}

/** The text in consecutive parts. An error is marked only as an error. */
function markedParts(text: string, lexemes: readonly Lexeme[], problem: Span | undefined): readonly Part[] {
  const spans = problem ? [...lexemes, problem] : lexemes;
  const cuts = spans.flatMap(({ start, end }) => [start, end]).filter((cut) => cut > 0 && cut < text.length);
  const starts = [...new Set([0, ...cuts])].toSorted((one, other) => one - other);
  return starts.map((start, i) => {
    const covers = (span: Span) => span.start <= start && start < span.end;
    const lexeme = lexemes.find(covers);
    const kind = lexeme?.kind === 'field' && !lexeme.isKnown ? 'unknown' : lexeme?.kind;
    return {
      start,
      end: starts[i + 1] ?? text.length,
      kind: problem && covers(problem) ? 'problem' : (kind ?? 'none'),
    };
  });
}

import type { ComponentProps } from 'react';
import type { Fix, QueryError, Span } from '#contract/query/tree.ts';
import { ApiError, translated } from '#web/lib/api/api-error.ts';
import { searchTexts } from './texts.ts';
import styles from './QueryProblem.module.css';
import { Button } from '#web/ui/Button.tsx';

/** The error of a query, its position, and corrections. */
export interface Problem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** The browser's own error message, in the user's language. */
function problemOf({ message, ...rest }: QueryError): Problem {
  return { ...rest, message: translated(message) ?? message.text };
}

/** The error of a query from the back end; undefined for any other failure. */
function problemIn(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const { query } = error.body as { query?: Partial<Problem> };
  if (typeof query?.start !== 'number' || typeof query.end !== 'number') return undefined;
  return { start: query.start, end: query.end, fixes: query.fixes ?? [], message: error.message };
}

/** The query's error from the browser or else from the back end, and any other failure of its list. */
export function failuresOf(
  misread: QueryError | undefined,
  error: unknown,
): { readonly problem: Problem | undefined; readonly failure: unknown } {
  const refused = problemIn(error);
  return { problem: misread ? problemOf(misread) : refused, failure: refused ? null : error };
}

interface Props {
  id: string;
  text: string;
  problem: Problem | undefined;
  onText: (text: string) => void;
}

/** Shows the error of a query, with buttons for corrections. */
export function QueryProblem({ id, text, problem, onText }: Props) {
  return (
    <div aria-live="polite">
      {problem && (
        <Line>
          <span className={styles.reason} id={id}>
            {problem.message}
          </span>
          {problem.fixes.length > 0 && <span>{searchTexts.replaceBy}</span>}
          {problem.fixes.map((fix) => (
            <Button
              className={styles.fixButton}
              key={`${fix.start} ${fix.text}`}
              size="small"
              variant="outlined"
              onClick={() => onText(`${text.slice(0, fix.start)}${fix.text}${text.slice(fix.end)}`)}
            >
              {fix.text}
            </Button>
          ))}
        </Line>
      )}
    </div>
  );
}

/** Below the search box. */
export function Line({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.line} ${className}`} />;
}

import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Fix, QueryError, Span } from '#contract/query/tree.ts';
import { ApiError, translated } from '#web/lib/api/api-error.ts';
import { searchTexts } from './texts.ts';

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
          <Reason id={id}>{problem.message}</Reason>
          {problem.fixes.length > 0 && <span>{searchTexts.replaceBy}</span>}
          {problem.fixes.map((fix) => (
            <FixButton
              key={`${fix.start} ${fix.text}`}
              size="small"
              variant="outlined"
              onClick={() => onText(`${text.slice(0, fix.start)}${fix.text}${text.slice(fix.end)}`)}
            >
              {fix.text}
            </FixButton>
          ))}
        </Line>
      )}
    </div>
  );
}

/** Below the search box. */
export const Line = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  marginTop: theme.spacing(1),
  overflowWrap: 'anywhere',
}));

const Reason = styled('span')(({ theme }) => ({ color: theme.vars.palette.error.main }));

const FixButton = styled(Button)({ maxWidth: '100%', overflowWrap: 'anywhere' });

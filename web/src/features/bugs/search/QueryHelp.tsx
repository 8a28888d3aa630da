import { type ComponentProps, createElement, Fragment, type RefObject, useId, useState } from 'react';
import type { Fix, QueryError, Span } from '#contract/query/tree.ts';
import { counted, inLanguage } from '#web/language/language.ts';
import { ApiError, translated } from '#web/lib/api/api-error.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import styles from './search.module.css';

/** The examples of the help are queries, which are the same in all languages. */
export const searchTexts = inLanguage({
  en: {
    suggestions: 'Suggestions',
    offered: (count: number) => counted(count, { one: 'suggestion', other: 'suggestions' }),
    replaceBy: 'Use instead:',
    asTyped: 'Bugs with these words.',
    asQuery: 'Search as a query',
    help: 'Query help',
    helpIntro:
      'Type words to find bugs with all of them in the title or description. Add fields, operators or a hyphen (for “not”) to make a query:',
    examples: {
      'status:open priority:high': 'both',
      'label:crash OR label:regression': 'one of them',
      'label:crash,regression': 'the same, shorter',
      '-assignee:none': 'not without an assignee',
      'reporter:@me updated:>-7d': 'filed by you, changed within the last 7 days',
      'created:2026-01-01..today': 'from one day to another',
      'comments:>5 has:files': 'with more than 5 comments, and files',
      '"exact phrase" in:comments': 'also in comments',
      'sort:-updated': 'in another order',
    },
    helpKeys: 'Ctrl+Space suggests fields. Text in quotes is always text.',
  },
  de: {
    suggestions: 'Vorschläge',
    offered: (count: number) => counted(count, { one: 'Vorschlag', other: 'Vorschläge' }),
    replaceBy: 'Stattdessen:',
    asTyped: 'Bugs mit diesen Wörtern.',
    asQuery: 'Als Abfrage suchen',
    help: 'Hilfe zu Abfragen',
    helpIntro:
      'Wörter finden Bugs, die alle davon in Titel oder Beschreibung haben. Felder, Operatoren und ein Minus machen daraus eine Abfrage:',
    examples: {
      'status:open priority:high': 'beides',
      'label:crash OR label:regression': 'eines davon',
      'label:crash,regression': 'dasselbe, kürzer',
      '-assignee:none': 'nicht ohne Zuweisung',
      'reporter:@me updated:>-7d': 'von mir gemeldet, in den letzten 7 Tagen geändert',
      'created:2026-01-01..today': 'von einem Tag bis zu einem anderen',
      'comments:>5 has:files': 'mit mehr als 5 Kommentaren, und Dateien',
      '"exact phrase" in:comments': 'auch in Kommentaren',
      'sort:-updated': 'in anderer Reihenfolge',
    },
    helpKeys: 'Strg+Leertaste schlägt Felder vor. Text in Anführungszeichen ist immer Text.',
  },
});

const HelpIcon = strokeIcon('M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .5-1.500 1.100-1.500 2.300M12 17.200v.1');

interface HelpProps {
  onExample: (query: string) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** Explains queries by examples, each of which can be tried. */
export function QueryHelp({ onExample, box }: HelpProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const examples = Object.entries(searchTexts.examples);
  return (
    <>
      <IconButton
        size="small"
        aria-label={searchTexts.help}
        title={searchTexts.help}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <HelpIcon />
      </IconButton>
      {anchor && (
        <Popover anchor={anchor} align="end" onClose={() => setAnchor(undefined)} aria-labelledby={id}>
          <div className={styles.help}>
            <h2 className={styles.helpHeading} id={id}>
              {searchTexts.help}
            </h2>
            <p className={styles.intro}>{searchTexts.helpIntro}</p>
            <ul className={styles.examples}>
              {examples.map(([query, meaning]) => (
                <li key={query}>
                  <button
                    className={styles.example}
                    type="button"
                    onClick={() => {
                      setAnchor(undefined);
                      onExample(query);
                      // After the popover has returned the focus.
                      setTimeout(() => box.current?.focus());
                    }}
                  >
                    {query}
                  </button>{' '}
                  <span>{meaning}</span>
                </li>
              ))}
            </ul>
            <span className={styles.keys}>{searchTexts.helpKeys}</span>
          </div>
        </Popover>
      )}
    </>
  );
}

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

/** The query's error, found by the browser or else by the back end, and any other failure of its list. */
export function failuresOf(
  misread: QueryError | undefined,
  error: unknown,
): { readonly problem: Problem | undefined; readonly failure: unknown } {
  const refused = problemIn(error);
  return { problem: misread ? problemOf(misread) : refused, failure: refused ? null : error };
}

interface ProblemProps {
  id: string;
  text: string;
  problem: Problem | undefined;
  onText: (text: string) => void;
}

/** Shows the error of a query, with buttons for corrections. */
export function QueryProblem({ id, text, problem, onText }: ProblemProps) {
  return (
    <div aria-live="polite">
      {problem && (
        <Line>
          <span className={styles.reason} id={id}>
            <Reason text={problem.message} />
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

/** The message of a problem; text in backticks is shown as code. */
function Reason({ text }: { text: string }) {
  const parts = text.split(codeSpans).map((part, index) => (index % 2 === 0 ? part : codeOf(part)));
  return createElement(Fragment, null, ...parts);
}

const codeOf = (text: string) => <code>{text}</code>;

/** A typed value can have backticks itself, so a span ends before white space or punctuation. */
const codeSpans = /`(.+?)`(?=[\s.,:?]|$)/;

/** Below the search box. */
export function Line({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.line} ${className}`} />;
}

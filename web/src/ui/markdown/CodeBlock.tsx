import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { IconButton } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { texts } from '#web/ui/texts.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { highlight } from './highlight.tsx';
import styles from './markdown.module.css';
import { markdownTexts } from './texts.ts';

const CopyIcon = strokeIcon('M9 9h10v11H9ZM15 9V4.500H5V15h4');
const CheckIcon = strokeIcon('m5 12.500 4.500 4.500L19 7.500');

interface Props {
  code: string;
  /** The language after the fence; highlighted if it is known. */
  language: string;
}

let loaded: typeof highlight | undefined;

async function loadHighlight(): Promise<void> {
  loaded = (await import('./highlight.tsx')).highlight;
}

/** Code that scrolls within its block and can be copied. Highlighting is loaded with the first block of a known language. */
export const CodeBlock = memo(function CodeBlock({ code, language }: Props) {
  const known = languageOf(language);
  return (
    <div className={styles.frame}>
      <pre
        className={styles.code}
        dir="ltr"
        role="group"
        aria-label={markdownTexts.code}
        tabIndex={0}
        data-language={language}
      >
        {known === undefined ? code : <Highlighted code={code} language={known} />}
      </pre>
      <CopyButton text={code} />
    </div>
  );
});

function Highlighted({ code, language }: Props): ReactNode {
  const [run, setRun] = useState(() => loaded);
  useEffect(() => {
    if (run) return;
    loadHighlight()
      .then(() => setRun(() => loaded))
      // The plain text stays legible.
      .catch(() => undefined);
  }, [run]);
  // The parent renders more often than the code changes.
  return useMemo(() => (run ? run(code, language) : code), [run, code, language]);
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <IconButton
        size="small"
        className={styles.copy}
        aria-label={markdownTexts.copyCode}
        onClick={() => void copyToClipboard(text).then(setCopied)}
      >
        {isCopied ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <VisuallyHidden role="status">{isCopied ? texts.copied : ''}</VisuallyHidden>
    </>
  );
}

/** How long the button shows that the block was copied, in milliseconds. */
const shownFor = 2_000;

/** The names after a fence, by the language that highlights them. */
const names: Readonly<Record<string, string>> = {
  bash: 'bash sh shell zsh console',
  cpp: 'cpp c c++ h hpp cc',
  csharp: 'csharp cs c#',
  css: 'css',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java',
  javascript: 'javascript js jsx mjs cjs',
  json: 'json jsonc json5',
  python: 'python py',
  rust: 'rust rs',
  sql: 'sql psql',
  typescript: 'typescript ts tsx mts cts',
  xml: 'xml html svg xhtml',
  yaml: 'yaml yml',
};

const byName = new Map(
  Object.entries(names).flatMap(([language, all]) => all.split(' ').map((name) => [name, language] as const)),
);

/** The language that highlights this name, if any. */
function languageOf(name: string): string | undefined {
  return byName.get(name.toLowerCase());
}

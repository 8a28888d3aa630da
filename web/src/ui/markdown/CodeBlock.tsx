import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { IconButton } from '#web/ui/Button.tsx';
import { copyToClipboard } from '#web/ui/clipboard.ts';
import { texts } from '#web/ui/texts.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { highlight } from './highlight.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { languageOf } from './languages.ts';
import styles from './markdown.module.css';
import { markdownTexts } from './texts.ts';

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

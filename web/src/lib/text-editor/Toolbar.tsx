import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { controlName } from '#web/lib/keyboard/control.ts';
import { type Act, bold, code, italic, link, list, mention, quote } from './edit.ts';
import { BoldIcon, CodeIcon, ItalicIcon, LinkIcon, ListIcon, MentionIcon, QuoteIcon } from './icons.tsx';
import { editorTexts } from './texts.ts';
import styles from './editor.module.css';
import { IconButton } from '#web/ui/Button.tsx';

interface Tool {
  readonly name: string;
  readonly act: Act;
  readonly icon: ReactNode;
  /** The key pressed with Ctrl. */
  readonly keys?: string;
}

const tools: readonly Tool[] = [
  { name: editorTexts.bold, act: bold, icon: <BoldIcon />, keys: 'B' },
  { name: editorTexts.italic, act: italic, icon: <ItalicIcon />, keys: 'I' },
  { name: editorTexts.code, act: code, icon: <CodeIcon /> },
  { name: editorTexts.link, act: link, icon: <LinkIcon />, keys: 'Shift+K' },
  { name: editorTexts.list, act: list, icon: <ListIcon /> },
  { name: editorTexts.quote, act: quote, icon: <QuoteIcon /> },
  { name: editorTexts.mention, act: mention, icon: <MentionIcon /> },
];

interface Props {
  disabled: boolean;
  onAct: (act: Act) => void;
  /** Additional tools, such as one that attaches files. */
  children?: ReactNode;
}

/** The toolbar of an editor: a single tab stop; arrow keys move between the tools. */
export function Toolbar({ disabled, onAct, children }: Props): React.JSX.Element {
  const [current, setCurrent] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + tools.length) % tools.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className={styles.tools}>
      <div role="toolbar" aria-label={editorTexts.tools} tabIndex={-1} onKeyDown={onKeyDown}>
        {tools.map(({ name, act, icon, keys }, at) => (
          <IconButton
            key={name}
            size="small"
            aria-label={name}
            title={keys === undefined ? name : `${name} (${controlName}+${keys})`}
            tabIndex={at === current ? 0 : -1}
            disabled={disabled}
            onFocus={() => setCurrent(at)}
            // The field keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAct(act)}
          >
            {icon}
          </IconButton>
        ))}
      </div>
      {children}
    </div>
  );
}

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { controlName } from '#web/lib/keyboard/shortcut.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { type Act, bold, code, italic, link, list, mention, quote } from './edit.ts';
import { editorTexts } from './texts.ts';
import styles from './editor.module.css';

const BoldIcon = strokeIcon('M8 5h5a3.500 3.500 0 0 1 0 7H8ZM8 12h6a3.500 3.500 0 0 1 0 7H8Z');
const ItalicIcon = strokeIcon('M10 5h7M7 19h7M14 5l-4 14');
const CodeIcon = strokeIcon('m9 8-4 4 4 4M15 8l4 4-4 4');
const LinkIcon = strokeIcon(
  'M10 14a4 4 0 0 0 5.700 0l2.800-2.800a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-2.800 2.800a4 4 0 0 0 5.700 5.700l.8-.8',
);
const ListIcon = strokeIcon('M9 6h11M9 12h11M9 18h11M4.500 6h.010M4.500 12h.010M4.500 18h.010');
const QuoteIcon = strokeIcon('M5 5v14M9 7h10M9 12h10M9 17h6');
const MentionIcon = strokeIcon(
  'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM15.500 8.500v5a2.250 2.250 0 0 0 4.500 0V12a8 8 0 1 0-3.200 6.400',
);

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

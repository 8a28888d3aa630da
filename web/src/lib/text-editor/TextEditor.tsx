import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { lengthMessage } from '#web/lib/form/allowance.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import type { MarkdownEditorProps } from './MarkdownEditor.tsx';
import styles from './editor.module.css';

let loaded: ComponentType<MarkdownEditorProps> | undefined;

async function load(): Promise<void> {
  loaded = (await import('./MarkdownEditor.tsx')).MarkdownEditor;
}

/** Loads the code of the editor, for pages that will show one. */
export function preloadTextEditor(): void {
  // A failure is ignored: the editor tries again when it is shown.
  load().catch(() => undefined);
}

/**
 * A Markdown field like MarkdownEditor, whose code is loaded when it is first needed. Until then it is a plain field,
 * which is not replaced while it has the focus.
 */
export function TextEditor(props: MarkdownEditorProps): React.JSX.Element {
  const [Editor, setEditor] = useState(() => loaded);
  const field = useRef<HTMLDivElement>(null);
  const showLoaded = useCallback(() => {
    if (!field.current?.contains(document.activeElement)) setEditor(() => loaded);
  }, []);
  useEffect(() => {
    if (Editor) return;
    load()
      .then(showLoaded)
      .catch(() => undefined);
  }, [Editor, showLoaded]);
  if (Editor) return <Editor {...props} />;
  return (
    // The focus has moved by the next frame.
    <div ref={field} onBlur={() => requestAnimationFrame(showLoaded)}>
      <PlainEditor {...props} />
      <FootRoom />
    </div>
  );
}

function PlainEditor({ label, value, onChange, max, minRows = 4, ...others }: MarkdownEditorProps) {
  const { name, onBlur, inputRef, readOnly, placeholder, helperText, error } = others;
  const { hint = helperText, problem = error } = lengthMessage(value, max);
  return (
    <TextInput
      label={label}
      value={value}
      minRows={minRows}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        others.onKeyDown?.(event);
        if (shortcutOf(event) === 'Ctrl+Enter' && !event.defaultPrevented) others.onSubmit?.();
      }}
      error={problem}
      {...(name !== undefined && { name })}
      {...(onBlur && { onBlur })}
      {...(inputRef && { inputRef })}
      {...(readOnly !== undefined && { readOnly })}
      {...(placeholder !== undefined && { placeholder })}
      {...(hint !== undefined && { helperText: hint })}
    />
  );
}

/**
 * Reserves the space of a foot whose parts are not loaded yet. Loading must not move the content below: a button that
 * moves between press and release loses the click.
 */
function FootRoom() {
  return (
    <div className={styles.foot} aria-hidden>
      <span className={styles.tabsRoom} />
      <span className={styles.toolsRoom} />
    </div>
  );
}

import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { lengthMessage } from '#web/lib/form/allowance.ts';
import { FormattedText } from '#web/lib/formatted-text/FormattedText.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { MentionedPerson } from '#web/ui/markdown/Markdown.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import { act, applyEdit } from './apply-edit.ts';
import { type Act, asBlock, bold, italic, link, looksLikeLog } from './edit.ts';
import { editorTexts } from './texts.ts';
import { isOfFiles } from './pasted-files.ts';
import { type BugAddress, bugInAddress, referenceTo, shortened } from './references.ts';
import { Toolbar } from './Toolbar.tsx';
import styles from './editor.module.css';

/** The methods of an editor for surrounding components. */
interface EditorHandle {
  /** Inserts a text at the cursor, like typing. */
  insert: (text: string) => void;
  focus: () => void;
}

export interface MarkdownEditorProps {
  label: string;
  name?: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  handle?: Ref<EditorHandle>;
  readOnly?: boolean;
  placeholder?: string;
  helperText?: string;
  error?: string | undefined;
  minRows?: number;
  /** The maximum length, in characters as the server counts them; near it, the remaining number is shown. */
  max?: number;
  /** The people shown as mentioned in the preview. */
  mentions?: readonly MentionedPerson[];
  /** Called on Ctrl+Enter. */
  onSubmit?: () => void;
  /** Called with files that are pasted or dropped. Without it, the browser handles them. */
  onFiles?: (files: readonly File[]) => void;
  /** Called before the field handles a key; `preventDefault` prevents that. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  /** Additional tools after those of the toolbar. */
  tools?: ReactNode;
}

/**
 * A Markdown field with the tabs Write and Preview and, below it, a toolbar that acts on the selection. Ctrl+B and
 * Ctrl+I do the same, as does Ctrl+Shift+K for a link. Changes by the tools can be undone like typing. A pasted log can
 * be put in a code block, and a pasted address of a bug becomes a reference to it.
 */
export function MarkdownEditor(props: MarkdownEditorProps): React.JSX.Element {
  const { label, value, onChange, readOnly = false, minRows = 4, max, mentions, onSubmit, onFiles } = props;
  const id = useId();
  const client = useQueryClient();
  const hasAdditions = useAdditions();
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const [pastedLog, setPastedLog] = useState<string>();
  const { hint = props.helperText, problem = props.error } = lengthMessage(value, max);

  function run(change: Act) {
    if (input.current) act(input.current, change);
  }
  useImperativeHandle(props.handle, () => ({
    insert: (text) =>
      run(({ from, to }) => {
        const end = from + text.length;
        return { from, to, insert: text, selectFrom: end, selectTo: end };
      }),
    focus: () => input.current?.focus(),
  }));

  function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    props.onKeyDown?.(event);
    if (event.defaultPrevented) return;
    const key = shortcutOf(event);
    const change = { 'Ctrl+b': bold, 'Ctrl+i': italic, 'Ctrl+Shift+k': link }[key];
    if (change) run(change);
    else if (key === 'Ctrl+Enter' && onSubmit) onSubmit();
    else return;
    event.preventDefault();
  }

  function takeFiles(event: ClipboardEvent | DragEvent, { files }: DataTransfer): boolean {
    if (!onFiles || readOnly || files.length === 0) return false;
    event.preventDefault();
    onFiles([...files]);
    return true;
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n');
    if (isOfFiles(event.clipboardData, text) && takeFiles(event, event.clipboardData)) return;
    setPastedLog(looksLikeLog(text) ? text : undefined);
    shorten(text.trim());
  }

  /** Replaces the address of a bug after it is pasted, so that Undo brings the address back. */
  function shorten(pasted: string) {
    const bug = hasAdditions && !readOnly ? bugInAddress(pasted, location.origin) : undefined;
    if (bug && input.current) shortenIn(input.current, pasted, bug);
  }

  function shortenIn(field: HTMLTextAreaElement, pasted: string, bug: BugAddress) {
    const found = referenceTo(client, bug);
    const start = field.selectionStart;
    async function replace() {
      const reference = await found;
      const edit = shortened(field, { from: field.value.indexOf(pasted, start), pasted, reference });
      if (edit && document.activeElement === field) applyEdit(field, edit);
    }
    // If the bug is not found, the address stays. The paste may also have inserted nothing.
    found.catch(() => undefined);
    const afterwards = () => setTimeout(() => void replace().catch(() => undefined));
    field.addEventListener('input', afterwards, { once: true });
  }

  function wrapLog() {
    const at = pastedLog === undefined ? -1 : value.lastIndexOf(pastedLog);
    if (input.current && pastedLog !== undefined && at >= 0)
      applyEdit(input.current, asBlock({ text: value, from: at, to: at + pastedLog.length }));
    setPastedLog(undefined);
  }

  return (
    <div>
      <div id={id} role="tabpanel" aria-label={isPreview ? editorTexts.preview : editorTexts.write}>
        <div
          hidden={isPreview}
          onPaste={onPaste}
          onDragOver={(event) => {
            if (onFiles && event.dataTransfer.types.includes('Files')) event.preventDefault();
          }}
          onDrop={(event) => void takeFiles(event, event.dataTransfer)}
        >
          <TextInput
            label={label}
            minRows={minRows}
            value={value}
            readOnly={readOnly}
            error={problem}
            inputRef={(element) => {
              // Several lines become a code block.
              input.current = element as HTMLTextAreaElement | null;
              assign(props.inputRef, element);
            }}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={onKeyDown}
            {...(hint !== undefined && { helperText: hint })}
            {...(props.name !== undefined && { name: props.name })}
            {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
            {...(props.onBlur && { onBlur: props.onBlur })}
          />
        </div>
        {isPreview && <Preview label={label} text={value} mentions={mentions} />}
      </div>
      <div className={styles.foot}>
        <ModeTabs isPreview={isPreview} panelId={id} onChange={setPreview} />
        {!isPreview && (
          <Toolbar disabled={readOnly} onAct={run}>
            {props.tools}
          </Toolbar>
        )}
      </div>
      {pastedLog !== undefined && value.includes(pastedLog) && (
        <LogOffer onWrap={wrapLog} onLeave={() => setPastedLog(undefined)} />
      )}
    </div>
  );
}

interface PreviewProps {
  label: string;
  text: string;
  mentions: MarkdownEditorProps['mentions'];
}

function Preview({ label, text, mentions }: PreviewProps) {
  return (
    <>
      <p className={styles.caption}>{label}</p>
      <div className={styles.preview}>
        {text.trim() === '' ? (
          <p className={styles.empty}>{editorTexts.empty}</p>
        ) : (
          <FormattedText text={text} {...(mentions && { mentions })} />
        )}
      </div>
    </>
  );
}

function LogOffer({ onWrap, onLeave }: { onWrap: () => void; onLeave: () => void }) {
  return (
    <div className={styles.offer} role="status">
      {editorTexts.log}
      <Button size="small" variant="outlined" onClick={onWrap}>
        {editorTexts.wrapLog}
      </Button>
      <Button size="small" onClick={onLeave}>
        {editorTexts.leaveLog}
      </Button>
    </div>
  );
}

function assign<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}

interface TabsProps {
  isPreview: boolean;
  panelId: string;
  onChange: (isPreview: boolean) => void;
}

/** Write and Preview. */
export function ModeTabs({ isPreview, panelId, onChange }: TabsProps): React.JSX.Element {
  const tab = (isForPreview: boolean) => (
    <Button
      size="small"
      role="tab"
      aria-selected={isPreview === isForPreview}
      aria-controls={panelId}
      tabIndex={isPreview === isForPreview ? 0 : -1}
      onClick={() => onChange(isForPreview)}
    >
      {isForPreview ? editorTexts.preview : editorTexts.write}
    </Button>
  );
  return (
    <div
      className={styles.modes}
      role="tablist"
      aria-label={editorTexts.modes}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        onChange(!isPreview);
        const [write, preview] = event.currentTarget.querySelectorAll('button');
        (isPreview ? write : preview)?.focus();
      }}
    >
      {tab(false)}
      {tab(true)}
    </div>
  );
}

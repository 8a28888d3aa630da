import { flushSync } from 'react-dom';
import {
  createContext,
  type DragEvent,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { maxFiles } from '#contract/conversation/file-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useFormInputs } from '#web/lib/form/Form.tsx';
import { applyEdit } from '#web/lib/text-editor/apply-edit.ts';
import { MentionEditor, type MentionEditorProps } from '#web/lib/text-editor/MentionEditor.tsx';
import { IconButton } from '#web/ui/Button.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import {
  isImage,
  placeholderFor,
  referenceTo,
  replacement,
  withoutPlaceholders,
  withoutReferences,
} from './file.ts';
import { canRetry, RefusedFileError, type Upload, useUploads } from './uploads.ts';
import { fileTexts } from './texts.ts';
import styles from './FilesEditor.module.css';

const AttachIcon = strokeIcon(
  'm19 11.500-6.800 6.800a4.400 4.400 0 0 1-6.200-6.200l7.300-7.300a2.900 2.900 0 0 1 4.100 4.100l-7.300 7.300a1.400 1.400 0 0 1-2-2l6.700-6.700',
);

/** The files of a form that has separate fields for its text and its files. */
export interface FormFiles {
  /** The form's name, also used by its drafts. */
  readonly form: string;
  /** Their ids. */
  readonly files: readonly string[];
  readonly onFilesChange: (files: readonly string[]) => void;
  /** The ids of the files stored with the text, now and when the form was opened. */
  readonly stored: readonly string[];
}

/** The files of the form around a text; undefined if it has none. */
export const FormFilesContext = createContext<FormFiles | undefined>(undefined);

const EditedFiles = lazy(async () => ({ default: (await import('./EditedFiles.tsx')).EditedFiles }));

export interface FilesEditorProps extends Omit<MentionEditorProps, 'onFiles' | 'tools'> {
  /** The form's name, also used by its drafts. */
  form: string;
  /** The ids of the files that the text has. */
  files: readonly string[];
  onFilesChange: (files: readonly string[]) => void;
  /** The files stored with it, now and when the form was opened. Removing any other file deletes it. */
  stored?: readonly string[];
}

const none: readonly string[] = [];

/**
 * A field for Markdown with files: chosen, dropped or pasted. Dropped or pasted images are inserted at the cursor.
 * Uploaded files are added to `files`.
 */
export function FilesEditor({
  form,
  files,
  onFilesChange,
  stored = none,
  ...editor
}: FilesEditorProps): React.JSX.Element {
  const { value: text, onChange, readOnly = false } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const { queue, uploads } = useUploads(form);
  const inputs = useFormInputs();
  const [isDropTarget, setDropTarget] = useState(false);
  const hasFiles = useAdditions();
  const field = () => frame.current?.querySelector('textarea');

  const tidy = useEffectEvent(() => {
    const present = uploads.flatMap(({ placeholder = [] }) => placeholder);
    const tidied = withoutPlaceholders(text, present);
    if (tidied !== text) onChange(tidied);
  });
  // Removes placeholders of uploads from an earlier page.
  useEffect(() => tidy(), []);

  const takeStored = useEffectEvent(() => {
    const taken = queue
      .take()
      .flatMap(({ placeholder, stored: file }) => (file ? { placeholder, file } : []));
    if (taken.length === 0) return;
    // Rendered synchronously, because the next file may be stored before React would render this.
    flushSync(() => {
      replace(taken.map(({ placeholder, file }) => [placeholder, referenceTo(file)]));
      onFilesChange([...files, ...taken.map(({ file }) => file._id)]);
    });
  });
  useEffect(() => {
    // Takes files that were stored while the form was closed. React does not render synchronously within an effect.
    const timer = setTimeout(() => takeStored());
    const stop = queue.subscribe(() => takeStored());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queue]);
  useEffect(() => {
    // Waits for uploads that began before the form was closed and reopened.
    if (queue.get().length > 0) inputs.add(queue.settled());
  }, [queue, inputs]);
  useEffect(() => keepFromOpening(), []);

  /** Replaces parts of the text; the cursor of a user who is typing stays in its place. */
  function replace(changes: readonly (readonly [part: string | undefined, by: string])[]) {
    const input = field();
    const isWriting = input !== undefined && input === document.activeElement;
    let replaced = text;
    for (const [part, by] of changes) {
      if (part === undefined) continue;
      const edit = isWriting && input ? replacement(input, part, by) : undefined;
      if (edit && input) applyEdit(input, edit);
      else if (!isWriting) replaced = replaced.replace(part, () => by);
    }
    if (replaced !== text) onChange(replaced);
  }

  function insert(added: string) {
    const input = field();
    // The preview has no cursor.
    if (!input || input.offsetParent === null) return onChange(text === '' ? added : `${text}\n${added}`);
    const { selectionStart: from, selectionEnd: to } = input;
    const end = from + added.length;
    return applyEdit(input, { from, to, insert: added, selectFrom: end, selectTo: end });
  }

  function add(chosen: readonly File[], isInText: boolean) {
    if (readOnly || chosen.length === 0) return;
    const room = maxFiles - files.length - uploads.length;
    const taken = uploads.flatMap(({ placeholder = [] }) => placeholder);
    const added = chosen.map((file, at) => {
      if (at >= room) return { file, error: new RefusedFileError(fileTexts.tooMany(maxFiles)) };
      if (!isInText || !isImage(file.type)) return { file };
      const placeholder = placeholderFor(file.name, fileTexts.uploading, taken);
      taken.push(placeholder);
      return { file, placeholder };
    });
    const placeholders = added.flatMap(({ placeholder = [] }) => placeholder);
    if (placeholders.length > 0) insert(placeholders.join('\n'));
    queue.add(added);
    inputs.add(queue.settled());
  }

  function onDrag(event: DragEvent) {
    if (!hasFiles || readOnly || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDropTarget(true);
  }

  if (!hasFiles) return <MentionEditor {...editor} />;
  return (
    <div
      className={styles.frame}
      ref={frame}
      data-drop={isDropTarget}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDropTarget(false);
      }}
      onDrop={(event) => {
        setDropTarget(false);
        // The field has already handled files dropped there.
        if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        add([...event.dataTransfer.files], true);
      }}
    >
      <MentionEditor
        {...editor}
        onFiles={(dropped) => add(dropped, true)}
        tools={<AttachButton disabled={readOnly} onChoose={(chosen) => add(chosen, false)} />}
      />
      {isDropTarget && (
        <div className={styles.drop} aria-hidden>
          {fileTexts.drop}
        </div>
      )}
      {(files.length > 0 || uploads.length > 0) && (
        <Suspense>
          <EditedFiles
            files={files}
            stored={stored}
            text={text}
            uploads={uploads}
            readOnly={readOnly}
            onInsert={(file) => insert(referenceTo(file))}
            onRemove={(id) => {
              onFilesChange(files.filter((other) => other !== id));
              const without = withoutReferences(text, id);
              if (without !== text) onChange(without);
            }}
            onCancel={({ key, placeholder }) => {
              queue.remove(key);
              replace([[placeholder, '']]);
            }}
            onRetry={({ key }) => {
              queue.retry(key);
              inputs.add(queue.settled());
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Prevents the browser from opening a file dropped beside an editor. Returns the function that stops this. */
function keepFromOpening(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuse);
  return () => {
    for (const type of ['dragover', 'drop'] as const) removeEventListener(type, refuse);
  };
}

interface AttachProps {
  disabled: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the browser's file dialog. */
function AttachButton({ disabled, onChoose }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={fileTexts.attach}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        size="small"
        className="attach"
        aria-label={fileTexts.attach}
        title={fileTexts.attachHint}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <AttachIcon />
      </IconButton>
    </>
  );
}

/** Why a form was not sent, beside its button: a file was not uploaded. */
export function NotSent({ failed }: { failed: Upload | undefined }): React.JSX.Element | null {
  if (!failed) return null;
  const { file, error } = failed;
  return (
    <span className={styles.notSent} role="alert">
      {canRetry(error) ? fileTexts.removeOrRetryFirst(file.name) : fileTexts.removeFirst(file.name)}
    </span>
  );
}

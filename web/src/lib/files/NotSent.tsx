import { canRetry } from './refused-file.ts';
import { fileTexts } from './texts.ts';
import type { Upload } from './upload-queue.ts';
import styles from './FilesEditor.module.css';

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

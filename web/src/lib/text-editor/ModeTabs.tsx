import { editorTexts } from './texts.ts';
import styles from './editor.module.css';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  isPreview: boolean;
  panelId: string;
  onChange: (isPreview: boolean) => void;
}

/** Write and Preview. */
export function ModeTabs({ isPreview, panelId, onChange }: Props): React.JSX.Element {
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
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- Its tabs are focusable.
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

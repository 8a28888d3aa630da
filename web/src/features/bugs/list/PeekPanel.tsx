import { useEffect, useId, useRef } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { preloadMarkdown } from '#web/ui/markdown/Markdown.tsx';
import { useShownBug, shortName } from '#web/features/bugs/change/field-change.tsx';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import type { WalkedList } from '#web/features/bugs/data/list-place.ts';
import { BugText } from '#web/features/bugs/details/BugText.tsx';
import { Head, Number, PanelBody, Panel } from '#web/features/bugs/details/Panel.tsx';
import type { ChangeField } from '#web/features/bugs/change/field-keys.ts';
import { focusTitleOf, rowOf } from './row-focus.ts';
import { listTexts } from './texts.ts';

/* Loaded together with the panel. */
preloadMarkdown();

interface Props {
  bug: Bug;
  at: number;
  list: WalkedList;
  /** Whether the field shortcuts act on a selection. */
  isSelecting: boolean;
  onChange: ChangeField;
  onClose: () => void;
}

/** The active row's bug beside the list, to read and change. */
export function PeekPanel({ bug, at, list, isSelecting, onChange, onClose }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { mayChange } = useBugRights();
  const { saving } = useShownBug(bug);

  function close() {
    // The focus is not lost with the panel.
    if (panel.current?.contains(document.activeElement)) focusTitleOf(rowOf(bug._id));
    onClose();
  }
  useShortcuts({ Escape: close });
  // On a narrow screen the panel covers the lower part of the list.
  useEffect(() => {
    rowOf(bug._id)?.querySelector('.title a')?.scrollIntoView({ block: 'nearest' });
  }, [bug._id]);

  return (
    <Panel ref={panel} aria-labelledby={id}>
      <Head>
        <h2 id={id} dir="auto">
          {bug.number !== undefined && <Number>{`#${bug.number} `}</Number>}
          <TextLink
            to="/bugs/$id"
            params={{ id: bug._id }}
            state={{ bugList: { ...list, at, steps: 1 } }}
            look="plain"
            dir={undefined}
          >
            {bug.title}
          </TextLink>
        </h2>
        <IconButton size="small" aria-label={listTexts.closePeek(shortName(bug))} onClick={close}>
          <CloseIcon />
        </IconButton>
      </Head>
      <PanelBody>
        <BugText
          key={bug._id}
          bug={bug}
          saving={saving}
          hasKeys={!isSelecting}
          mayChange={(field) => mayChange(bug, field)}
          onChange={onChange}
        />
      </PanelBody>
    </Panel>
  );
}

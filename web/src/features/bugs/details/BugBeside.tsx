import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ApiError, reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { type BugBesideProps, useBugFields } from '#web/lib/extensions.ts';
import type { ChangeOutcome, SavedChange } from '#web/lib/bugs/change/change-bug.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { preloadMarkdown } from '#web/ui/markdown/Markdown.tsx';
import { ChangeNotices, outcomeText } from '#web/features/bugs/change/ChangeNotices.tsx';
import {
  type FieldChange,
  saveField,
  undoOfField,
  useChangeField,
  useShownBug,
  shortName,
} from '#web/features/bugs/change/field-change.tsx';
import { bugQuery } from '#web/features/bugs/data/queries.ts';
import { BugAsides, BugBanners, BugSections } from './BugSections.tsx';
import { BugText } from './BugText.tsx';
import { BesidePanel, Head, Number, PanelBody, PanelActions } from './Panel.tsx';
import { detailsTexts } from './texts.ts';

/* Loaded together with the panel. */
preloadMarkdown();

/** A bug with its timeline beside another feature's list, to read, comment on and change. */
export function BugBeside({ bugId, onClose, actions, onEdited }: BugBesideProps): React.JSX.Element {
  const { data: bug, error, refetch } = useQuery(bugQuery(bugId));
  const id = useId();
  useShortcuts({ Escape: onClose });
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <BesidePanel aria-labelledby={id} data-scrolls>
      <Head>
        <h2 id={id} dir="auto">
          {bug && !isMissing ? (
            <>
              {bug.number !== undefined && <Number>{`#${bug.number} `}</Number>}
              <TextLink to="/bugs/$id" params={{ id: bug._id }} look="plain" dir={undefined}>
                {bug.title}
              </TextLink>
            </>
          ) : (
            detailsTexts.bug
          )}
        </h2>
        <IconButton
          size="small"
          aria-label={detailsTexts.close(bug ? shortName(bug) : detailsTexts.bug)}
          onClick={onClose}
        >
          <CloseIcon />
        </IconButton>
      </Head>
      {actions && <PanelActions>{actions}</PanelActions>}
      {contentOf()}
    </BesidePanel>
  );

  function contentOf(): ReactNode {
    if (isMissing) return <EmptyState text={bug ? detailsTexts.deleted : detailsTexts.neverThere} />;
    if (bug) return <Content bug={bug} onEdited={onEdited} />;
    if (!error) return <LoadingText />;
    return <ErrorState title={detailsTexts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />;
  }
}

function Content({ bug, onEdited }: { bug: Bug; onEdited: BugBesideProps['onEdited'] }) {
  const client = useQueryClient();
  const fields = useBugFields();
  const { change: changeField, question } = useChangeField();
  const { shown, saving } = useShownBug(bug);
  const { mayEdit, mayChange } = useBugRights();

  function reported(change: FieldChange): FieldChange {
    if (!onEdited) return change;
    const textOf = (of: FieldChange, outcome: ChangeOutcome) =>
      outcomeText(fields, of, outcome).join(' ').trim();
    const report = (saved: SavedChange) => {
      const back = undoOfField(change, saved);
      const undo = async () => textOf(back, await saveField(client, back));
      onEdited({ text: textOf(change, saved), undo });
    };
    return { ...change, report };
  }

  return (
    <>
      <PanelBody>
        <BugBanners bug={shown} />
        <BugText
          bug={shown}
          saving={saving}
          mayChange={(field) => mayChange(shown, field)}
          onChange={(field, wanted, part) =>
            changeField(reported({ field, part, seen: shown, wanted, isUndo: false, asEditor: mayEdit(bug) }))
          }
          aside={<BugAsides bug={bug} />}
        >
          <BugSections bug={bug} />
        </BugText>
      </PanelBody>
      {question}
      <ChangeNotices width="full" cancellable="" bugId={bug._id} />
    </>
  );
}

import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type BugFieldView, briefText, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { PageColumn } from '#web/ui/Page.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Bar, noticesId } from '#web/ui/FloatingBar.tsx';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { ChangeText } from './ChangeText.tsx';
import { changeField, type FieldChange, fieldsOf, holdNotice, withFields } from './field-change.ts';
import { lostFields } from './lost-fields.ts';
import { changeTexts } from './texts.ts';
import { useCancelled } from './use-cancelled.tsx';
import { type SettledChange, useSettledChanges } from './use-field-changes.ts';

interface Props {
  width: 'full' | 'reading';
  /** The form whose cancelling is reported here. */
  cancellable: string;
  /** Where that form is, unless it is on this page. */
  undoAt?: '/bugs/create';
  /** The bug of the page: successful changes of others are not shown. */
  bugId?: string;
  /** Other notices of the page. */
  children?: ReactNode;
}

/** The outcomes of quick edits, each with its actions. A failure stays until the user closes it. */
export function ChangeNotices({ width, cancellable, undoAt, bugId, children }: Props) {
  const cancelled = useCancelled(cancellable, undoAt);
  const client = useQueryClient();
  const fields = useBugFields();
  const { mayChange } = useBugRights();
  const changes = useSettledChanges().filter(
    ({ change, outcome }) => outcome?.is !== 'saved' || bugId === undefined || change.seen._id === bugId,
  );
  const close = ({ mutation }: SettledChange) => client.getMutationCache().remove(mutation);
  return (
    <Floating id={noticesId} width={width} aria-live="polite">
      {children}
      {cancelled && <Notice>{cancelled}</Notice>}
      {changes.map((settled) => {
        const next = nextOf(settled, fieldNamed(fields, settled.change.field));
        const { seen, field } = next.change;
        // Who hands a bug over may not be able to take it back.
        const isOffered = mayChange(seen, field);
        return (
          <HeldNotice key={settled.id} change={settled.change}>
            <ChangeText {...settled} />
            <ButtonRow>
              {isOffered && (
                <Button
                  size="small"
                  variant="outlined"
                  onClick={() => {
                    close(settled);
                    changeField(client, next.change);
                  }}
                >
                  {next.label}
                </Button>
              )}
              <Button size="small" onClick={() => close(settled)}>
                {changeTexts.close}
                <VisuallyHidden>{` ${shortName(settled.change.seen)}`}</VisuallyHidden>
              </Button>
            </ButtonRow>
          </HeldNotice>
        );
      })}
    </Floating>
  );
}

/** A notice that does not close by itself while it has the focus or the pointer. */
function HeldNotice({ change, children }: { change: FieldChange; children: ReactNode }) {
  const hold = () => holdNotice(change, true);
  const release = () => holdNotice(change, false);
  useEffect(() => () => holdNotice(change, false), [change]);
  return (
    <Notice onFocus={hold} onBlur={release} onMouseEnter={hold} onMouseLeave={release}>
      {children}
    </Notice>
  );
}

/** The actions of a notice: undo, set again, or try again. */
function nextOf(
  { change, outcome }: SettledChange,
  view: BugFieldView,
): { label: string; change: FieldChange } {
  const { field, seen, wanted, asEditor } = change;
  if (!outcome) return { label: changeTexts.tryAgain, change };
  if (outcome.is === 'saved') {
    const { made } = outcome;
    const also = [...new Set([...(change.also ?? []), ...lostFields(seen, made)])];
    return {
      label: changeTexts.undo,
      change: {
        field,
        also,
        seen: made,
        wanted: { ...withFields(made, [field, ...also], seen), rank: seen.rank },
        place: change.place?.back && { to: change.place.back, back: change.place.to },
        isUndo: !change.isUndo,
        asEditor,
      },
    };
  }
  return {
    label: changeTexts.setAllTheSame(briefText(view, wanted[field])),
    change: { ...change, seen: outcome.stored, wanted: withFields(outcome.stored, fieldsOf(change), wanted) },
  };
}

/**
 * Sticks to the end of the window, and so stays in sight while the page scrolls. Empty, it takes no room but is in the page:
 * screen readers announce only what is added to an existing live region.
 */
const Floating = styled(PageColumn)(({ theme, width }) => ({
  position: 'sticky',
  insetBlockEnd: 0,
  zIndex: 2,
  display: 'grid',
  gap: theme.spacing(2),
  paddingBlock: 0,
  // The content beside the notices can be clicked.
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
  // At the end, no wider than the column beside the text and the comments.
  [theme.breakpoints.up('md')]: {
    justifyItems: 'end',
    '& > *': { maxWidth: theme.spacing(width === 'full' ? 120 : 66) },
  },
  '&:not(:empty)': { paddingBlockEnd: theme.spacing(4) },
}));

const Notice = styled(Bar)({ position: 'static' });

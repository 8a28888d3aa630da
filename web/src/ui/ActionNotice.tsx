import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from './Button.tsx';
import { Bar, Report } from './FloatingBar.tsx';
import { ButtonRow } from './inputs/FormLayout.tsx';
import { noticeShownFor } from './notice-time.ts';
import { texts } from './texts.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** The next step after an action: undoing it, or trying again. */
export interface NoticeAction {
  readonly label: string;
  /** The equivalent key. */
  readonly keys?: string;
  readonly isBusy?: boolean;
  readonly run: () => void;
}

interface Props {
  /** The text of an action's outcome. */
  children?: ReactNode;
  /** Why the action failed, in place of `children`. */
  problem?: { readonly title: string; readonly text?: string } | undefined;
  /** Whether `children` are about a failure, and contain its alert. */
  isFailure?: boolean;
  action?: NoticeAction | undefined;
  /** Undefined if only the action ends the notice. */
  onClose?: () => void;
  /** The subject in the label of the close button, if there are several notices. */
  about?: string;
  /** Closes after {@link noticeShownFor}, unless it has the focus or the pointer. Failures stay until they are closed. */
  closesItself?: boolean;
  /** Called with whether it has the focus or the pointer, if another component closes it after a time. */
  onHold?: (isHeld: boolean) => void;
  className?: string | undefined;
}

/** The outcome of an action, with an undo button. It is announced inside a live region (`NoticeRegion`). */
export function ActionNotice({ children, problem, action, onClose, about, className, ...props }: Props) {
  const isFailure = props.isFailure === true || problem !== undefined;
  const held = useHold(props.closesItself === true && !isFailure, onClose, props.onHold);
  return (
    <Bar className={className} isStatic {...held}>
      <Report>
        {problem ? (
          <>
            <strong role="alert">{problem.title}</strong> <span>{problem.text}</span>
          </>
        ) : (
          children
        )}
      </Report>
      <ButtonRow>
        {action && (
          <Button
            size="small"
            variant="outlined"
            aria-keyshortcuts={action.keys}
            aria-disabled={action.isBusy}
            onClick={action.isBusy === true ? undefined : action.run}
          >
            {action.label}
          </Button>
        )}
        {onClose && (
          <Button size="small" onClick={onClose}>
            {texts.close}
            {about !== undefined && <VisuallyHidden>{` ${about}`}</VisuallyHidden>}
          </Button>
        )}
      </ButtonRow>
    </Bar>
  );
}

/** Closes a notice after a time without the focus or the pointer on it. */
function useHold(closesItself: boolean, onClose: Props['onClose'], onHold: Props['onHold']) {
  const [holds, setHolds] = useState({ focus: false, pointer: false });
  const isHeld = holds.focus || holds.pointer;
  const close = useEffectEvent(() => onClose?.());
  const note = useEffectEvent((isNow: boolean) => onHold?.(isNow));
  useEffect(() => {
    if (isHeld || !closesItself) return undefined;
    const timer = setTimeout(() => close(), noticeShownFor);
    return () => clearTimeout(timer);
  }, [isHeld, closesItself]);
  useEffect(() => {
    if (!isHeld) return undefined;
    note(true);
    return () => note(false);
  }, [isHeld]);
  const set = (change: Partial<typeof holds>) => () => setHolds((before) => ({ ...before, ...change }));
  return {
    onFocus: set({ focus: true }),
    onBlur: set({ focus: false }),
    onMouseEnter: set({ pointer: true }),
    onMouseLeave: set({ pointer: false }),
  };
}

/** The live region of notices. Screen readers announce only content that is added to an existing live region. */
export function NoticeRegion(props: ComponentProps<'div'>) {
  return <div {...props} aria-live="polite" />;
}

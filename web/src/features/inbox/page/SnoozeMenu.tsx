import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { Field, FieldLabel, FieldMessage, InputBox } from '#web/ui/inputs/Field.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { asFieldValue, morningIn, snoozeChoices, snoozeLabel, snoozeProblem } from './snooze.ts';
import { texts } from '#web/features/inbox/texts.ts';

interface Props {
  /** The anchor element; the menu opens below it. */
  anchor: HTMLElement;
  /** Whether the dialog is shown in place of the menu. */
  isPicking: boolean;
  /** Called to choose a time that the menu does not offer. */
  onPick: () => void;
  onSnooze: (until: string) => void;
  onClose: () => void;
}

const pick = 'pick';

/** Selects a snooze time: one of a few usual ones, or any other. */
export function SnoozeMenu({ anchor, isPicking, onPick, onSnooze, onClose }: Props): React.JSX.Element {
  const [now] = useState(() => new Date());
  if (isPicking) return <PickDialog now={now} onSnooze={onSnooze} onClose={onClose} />;
  const options = [
    ...snoozeChoices(now).map((choice) => ({ value: choice.at.toISOString(), label: snoozeLabel(choice) })),
    { value: pick, label: texts.pick },
  ];
  return (
    <ChoiceMenu
      anchor={anchor}
      label={texts.snoozeTitle}
      options={options}
      onChoose={(value) => (value === pick ? onPick() : onSnooze(value))}
      onClose={onClose}
    />
  );
}

type PickProps = Pick<Props, 'onSnooze' | 'onClose'> & { now: Date };

function PickDialog({ now, onSnooze, onClose }: PickProps) {
  const id = useId();
  const [value, setValue] = useState(() => asFieldValue(morningIn(now, 1)));
  const [problem, setProblem] = useState<string>();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const at = new Date(value);
    const refused = snoozeProblem(at, new Date());
    setProblem(refused);
    if (refused !== undefined) return;
    onClose();
    onSnooze(at.toISOString());
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{texts.snoozeTitle}</DialogTitle>
        <DialogContent>
          <Field error={problem !== undefined}>
            <FieldLabel htmlFor={`${id}-field`}>{texts.pickLabel}</FieldLabel>
            <InputBox>
              <input
                aria-invalid={problem !== undefined}
                id={`${id}-field`}
                type="datetime-local"
                value={value}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog is for this field.
                autoFocus
                aria-describedby={problem === undefined ? undefined : `${id}-problem`}
                onChange={({ target }) => {
                  setValue(target.value);
                  setProblem(undefined);
                }}
              />
            </InputBox>
            {problem !== undefined && (
              <FieldMessage id={`${id}-problem`} role="alert">
                {problem}
              </FieldMessage>
            )}
          </Field>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="contained">
            {texts.snoozeAct}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

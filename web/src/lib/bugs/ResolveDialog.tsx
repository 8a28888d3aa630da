import { useId, useState } from 'react';
import { isSameInput } from '#contract/bugs/field.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugFieldView, type BugInput, inputOf } from './bug-field.ts';
import { useBugFields, useExtensions } from '#web/lib/extensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { inLanguage } from '#web/language/language.ts';

const texts = inLanguage({
  en: {
    resolve: 'Resolve',
    cancel: 'Cancel',
  },
  de: {
    resolve: 'Lösen',
    cancel: 'Abbrechen',
  },
});

interface Props {
  title: string;
  /** The bug before it is resolved. */
  bug: Bug;
  /** All bugs that are resolved together, including itself. */
  resolved: readonly Bug[];
  /** Resolves it with the entered values. */
  onResolve: (answers: Partial<BugInput>) => void;
  onClose: () => void;
}

/**
 * Asks for the fields that are set when a bug is resolved. The focus is on the submit button, so that Enter resolves it
 * with the usual values.
 */
export function ResolveDialog({ title, bug, resolved, onResolve, onClose }: Props) {
  const id = useId();
  const fields = useBugFields().filter(({ Resolving }) => Resolving);
  const questions = useExtensions().resolveQuestions.filter(({ isAsked }) => resolved.some(isAsked));
  const before = inputOf(bug);
  const [inputs, setInputs] = useState(() => withUsual(before, fields));

  function resolve() {
    const changed = fields.filter(({ name }) => !isSameInput(inputs[name], before[name]));
    onResolve(Object.fromEntries(changed.map(({ name }) => [name, inputs[name]])));
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {questions.map(({ name, isAsked, Question }) => (
          <Question key={name} bugs={resolved.filter(isAsked)} />
        ))}
        {fields.map(
          ({ name, Resolving }) =>
            Resolving && (
              <Resolving
                key={name}
                bug={bug}
                inputs={inputs}
                onChange={(some) => setInputs((all) => ({ ...all, ...some }))}
              />
            ),
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="contained" autoFocus onClick={resolve}>
          {texts.resolve}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The inputs with the usual value of each field that has none. */
function withUsual(before: BugInput, fields: readonly BugFieldView[]): BugInput {
  const usual = fields.filter(({ name, usualWhenResolved }) => usualWhenResolved && before[name] === '');
  return { ...before, ...Object.fromEntries(usual.map((field) => [field.name, field.usualWhenResolved])) };
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugFieldView, type BugInput, inputOf } from '#web/lib/bugs/bug-field.ts';
import { ResolveDialog, useIsResolvingAsked } from '#web/lib/bugs/opened.tsx';
import { useBugFields } from '#web/lib/extensions.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { changeField, type FieldChange } from './field-change.ts';
import { changeTexts } from './texts.ts';

interface ChangeField {
  readonly change: (change: FieldChange) => void;
  /** The dialog before a change, to be rendered. */
  readonly question: ReactNode;
}

/** Changes fields of bugs; where fields are asked for when a bug is resolved, they are asked for first. */
export function useChangeField(): ChangeField {
  const client = useQueryClient();
  const fields = useBugFields();
  const isResolvingAsked = useIsResolvingAsked();
  const [asked, setAsked] = useState<FieldChange>();
  const close = () => setAsked(undefined);

  function change(wanted: FieldChange) {
    if (resolves(wanted) && isResolvingAsked([wanted.seen])) setAsked(wanted);
    else changeField(client, wanted);
  }

  function answer(resolving: FieldChange, answers: Partial<BugInput>) {
    close();
    const { seen, wanted } = resolving;
    const answered = fields.filter(({ name }) => name in answers);
    const values = answered.map((field) => [
      field.name,
      valueOf(field, { ...inputOf(seen), ...answers }, seen),
    ]);
    changeField(client, {
      ...resolving,
      also: answered.map(({ name }) => name),
      wanted: { ...wanted, ...(Object.fromEntries(values) as Partial<Bug>) },
    });
  }
  const valueOf = ({ name, toValue }: BugFieldView, { [name]: input }: BugInput, bug: Bug) =>
    toValue(input, { client, bug });

  const question = asked && (
    <ResolveDialog
      title={changeTexts.resolveTitle(shortName(asked.seen))}
      bug={asked.seen}
      resolved={[asked.seen]}
      onResolve={(answers) => answer(asked, answers)}
      onClose={close}
    />
  );
  return { change, question };
}

function resolves({ field, seen, wanted }: FieldChange): boolean {
  return field === 'status' && wanted.status === 'resolved' && seen.status !== 'resolved';
}

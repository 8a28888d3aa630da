import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useBugFields } from '#web/lib/extensions.ts';
import { changeField, type FieldChange } from './field-change.ts';

export const loadResolveDialog = () => import('./ResolveDialog.tsx');
const ResolveDialog = lazy(async () => ({ default: (await loadResolveDialog()).ResolveDialog }));

interface ChangeField {
  readonly change: (change: FieldChange) => void;
  /** What is asked before a change, to be rendered. */
  readonly question: ReactNode;
}

/** Changes fields of bugs; where fields are asked for when a bug is resolved, they are asked for first. */
export function useChangeField(): ChangeField {
  const client = useQueryClient();
  const fields = useBugFields();
  const [asked, setAsked] = useState<FieldChange>();
  const close = () => setAsked(undefined);

  function change(wanted: FieldChange) {
    if (resolves(wanted) && fields.some(({ isAskedFor }) => isAskedFor?.(client))) setAsked(wanted);
    else changeField(client, wanted);
  }

  function answer(wanted: FieldChange) {
    close();
    changeField(client, wanted);
  }

  const question = asked && (
    <Suspense>
      <ResolveDialog change={asked} onChange={answer} onClose={close} />
    </Suspense>
  );
  return { change, question };
}

function resolves({ field, seen, wanted }: FieldChange): boolean {
  return field === 'status' && wanted.status === 'resolved' && seen.status !== 'resolved';
}

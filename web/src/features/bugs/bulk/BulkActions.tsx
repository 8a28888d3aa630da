import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type BugAction, type BulkDialogProps, useExtensions } from '#web/lib/extensions.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { keyTexts } from '#web/features/bugs/change/texts.ts';
import { bulkTexts } from './texts.ts';

type Many = NonNullable<BugAction['many']>;

interface Props {
  bugs: readonly Bug[];
  onRun: BulkDialogProps['onRun'];
}

/** Other features' actions on several bugs, including those that apply to only some of them. */
export function BulkActions({ bugs, onRun }: Props) {
  const { bugActions } = useExtensions();
  const rights = useBugRights();
  const hasAdditions = useAdditions();
  const [chosen, setChosen] = useState<Many>();
  const offered = bugActions.flatMap(({ many, isOffered }) =>
    hasAdditions && many && bugs.some((bug) => isOffered(bug, rights)) ? [{ many }] : [],
  );
  useShortcuts(
    Object.fromEntries(
      hasAdditions
        ? bugActions.flatMap(({ many, shortcut }) => {
            if (!many || !shortcut) return [];
            const isOffered = offered.some((one) => one.many === many);
            return [[shortcut, isOffered ? () => setChosen(many) : keyTexts.noneYours]];
          })
        : [],
    ),
  );
  return (
    <>
      {offered.length > 0 && (
        <ButtonMenu
          label={bulkTexts.more}
          options={offered.map(({ many }) => ({ value: many.label, label: many.label }))}
          onChoose={(label) => setChosen(offered.find(({ many }) => many.label === label)?.many)}
        />
      )}
      {chosen && <BulkDialog many={chosen} bugs={bugs} onRun={onRun} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** The chosen dialog. If its code does not load, it can be chosen again. */
function BulkDialog({ many: { label, load }, onRun, ...dialog }: BulkDialogProps & { many: Many }) {
  const { data, error } = useQuery({
    queryKey: ['code of the action for several bugs', label],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  useOpening({ isOpening: !data, error, onClose: dialog.onClose });
  function run(work: Parameters<typeof onRun>[0]) {
    dialog.onClose();
    onRun(work);
  }
  return data ? <data.Content {...dialog} onRun={run} /> : null;
}

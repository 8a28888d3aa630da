import type { Component } from '#contract/classification/components.ts';
import type { Label } from '#contract/classification/labels.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { AskMenu } from './AskMenu.tsx';
import { LabelMenu } from './LabelMenu.tsx';
import { pageTexts } from './texts.ts';
import type { TriageSteps } from './use-triage-steps.ts';

export type MenuName = 'label' | 'component' | 'ask' | 'snooze';

interface Props {
  is: MenuName;
  anchor: HTMLElement;
  bug: Bug;
  steps: TriageSteps;
  labels: readonly Label[];
  components: readonly Component[];
  onClose: () => void;
}

const day = 86_400_000;
const snoozes = [
  { label: pageTexts.tomorrow, value: '1' },
  { label: pageTexts.nextWeek, value: '7' },
  { label: pageTexts.nextMonth, value: '30' },
];

/** The choices of a step. */
export function ActionMenu({ is, bug, steps, labels, components, ...menu }: Props) {
  switch (is) {
    case 'label':
      return <LabelMenu {...menu} labels={labels} onChoose={(id) => steps.label(bug, id)} />;
    case 'component':
      return (
        <ChoiceMenu
          {...menu}
          label={pageTexts.setComponent}
          options={components.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={bug.component?._id ?? ''}
          onChoose={(id) => steps.place(bug, id)}
        />
      );
    case 'ask':
      return <AskMenu {...menu} onAsk={(text) => steps.ask(bug, text)} />;
    default:
      return (
        <ChoiceMenu
          {...menu}
          label={pageTexts.snoozeUntil}
          options={snoozes}
          onChoose={(days) => steps.snooze(bug, new Date(Date.now() + Number(days) * day).toISOString())}
        />
      );
  }
}

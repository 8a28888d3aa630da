import { useState } from 'react';
import { askBody } from '#contract/bugs/triage.ts';
import type { Component } from '#contract/classification/components.ts';
import type { Label } from '#contract/classification/labels.ts';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import type { Bug } from '#web/lib/api/specified.ts';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { pageTexts } from './texts.ts';
import { byUse, type TriageSteps } from './use-triage-steps.ts';

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
      return <LabelMenu {...menu} labels={labels} onChoose={(label) => steps.label(bug, label)} />;
    case 'component':
      return (
        <ChoiceMenu
          {...menu}
          label={pageTexts.setComponent}
          options={components.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={bug.component?._id ?? ''}
          onChoose={(id) => {
            const component = components.find(({ _id }) => _id === id);
            if (component) steps.place(bug, component);
          }}
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

interface LabelProps {
  anchor: HTMLElement;
  /** By name. */
  labels: readonly Label[];
  onChoose: (label: Label) => void;
  onClose: () => void;
}

/** Further labels have no digits of their own. */
const most = 9;
const all = 'all';

/** The most used labels, each with its digit, and access to all others. */
function LabelMenu({ anchor, labels, onChoose, onClose }: LabelProps) {
  const [showsAll, setShowsAll] = useState(labels.length <= most);
  const optionOf = ({ _id, name }: Label) => ({ value: _id, label: name });
  const options = showsAll
    ? (labels.length > most ? labels : byUse(labels)).map(optionOf)
    : [
        ...byUse(labels)
          .slice(0, most - 1)
          .map(optionOf),
        { value: all, label: pageTexts.moreLabels },
      ];
  return (
    <ChoiceMenu
      key={String(showsAll)}
      anchor={anchor}
      label={pageTexts.addLabel}
      options={options}
      onChoose={(id) => {
        const label = labels.find(({ _id }) => _id === id);
        if (label) onChoose(label);
        else setShowsAll(true);
      }}
      onClose={onClose}
    />
  );
}

interface AskProps {
  anchor: HTMLElement;
  onAsk: (text: string) => void;
  onClose: () => void;
}

const other = 'other';
const prepared = Object.values(pageTexts.prepared).map((text) => ({ value: text, label: text }));

/** The usual questions to a reporter, each with its digit, and an option to write another one. */
function AskMenu({ anchor, onAsk, onClose }: AskProps) {
  const [isWriting, setWriting] = useState(false);
  if (isWriting) return <AskDialog onAsk={onAsk} onClose={onClose} />;
  return (
    <ChoiceMenu
      anchor={anchor}
      label={pageTexts.askTitle}
      options={[...prepared, { value: other, label: pageTexts.otherQuestion }]}
      onChoose={(text) => {
        if (text === other) setWriting(true);
        else onAsk(text);
      }}
      onClose={onClose}
    />
  );
}

function AskDialog({ onAsk, onClose }: Omit<AskProps, 'anchor'>) {
  const form = useScreenForm({
    schema: askBody,
    defaultValues: { text: '' },
    async send({ text }) {
      onClose();
      onAsk(text);
    },
    problem: pageTexts.askFailed,
  });
  return (
    <FormDialog title={pageTexts.askTitle} form={form} width="sm" onClose={onClose}>
      <FormText control={form.form.control} name="text" label={pageTexts.askText} minRows={3} autoFocus />
    </FormDialog>
  );
}

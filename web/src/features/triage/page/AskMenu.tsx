import { useState } from 'react';
import { askBody } from '#contract/bugs/triage.ts';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { pageTexts } from './texts.ts';

interface Props {
  anchor: HTMLElement;
  onAsk: (text: string) => void;
  onClose: () => void;
}

const other = 'other';
const prepared = Object.values(pageTexts.prepared).map((text) => ({ value: text, label: text }));

/** The usual questions to a reporter, each with its digit, and an option to write another one. */
export function AskMenu({ anchor, onAsk, onClose }: Props) {
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

function AskDialog({ onAsk, onClose }: Omit<Props, 'anchor'>) {
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

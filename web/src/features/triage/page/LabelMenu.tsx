import { useState } from 'react';
import type { Label } from '#contract/classification/labels.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { pageTexts } from './texts.ts';
import { byUse } from './used-labels.ts';

interface Props {
  anchor: HTMLElement;
  /** By name. */
  labels: readonly Label[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Further labels have no digits of their own. */
const most = 9;
const all = 'all';

/** The most used labels, each with its digit, and access to all others. */
export function LabelMenu({ anchor, labels, onChoose, onClose }: Props) {
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
        if (id === all) setShowsAll(true);
        else onChoose(id);
      }}
      onClose={onClose}
    />
  );
}

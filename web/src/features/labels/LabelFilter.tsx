import { AnyOfFilter } from '#web/lib/bugs/AnyOfFilter.tsx';
import type { FilterProps } from '#web/lib/bugs/bug-field.ts';
import { texts } from './texts.ts';
import { useLabels } from './use-labels.ts';

/** Filters the list by any of the chosen labels, or by none. */
export function LabelFilter({ filter, onChange }: FilterProps) {
  return (
    <AnyOfFilter
      label={texts.labels}
      texts={{ ...texts, without: texts.noLabel }}
      items={useLabels().labels}
      value={filter.label}
      onChange={(label) => onChange({ label })}
    />
  );
}

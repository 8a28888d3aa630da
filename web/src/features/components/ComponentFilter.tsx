import { AnyOfFilter } from '#web/lib/AnyOfFilter.tsx';
import type { FilterProps } from '#web/lib/bug-field.ts';
import { texts } from './texts.ts';
import { useComponents } from './use-components.ts';

/** Narrows the list to bugs of any of the chosen components, or without one. */
export function ComponentFilter({ filter, onChange }: FilterProps) {
  return (
    <AnyOfFilter
      label={texts.component}
      texts={{ ...texts, without: texts.noComponent }}
      items={useComponents().components}
      value={filter.component}
      onChange={(component) => onChange({ component })}
    />
  );
}

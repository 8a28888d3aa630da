import { AnyOfFilter } from '#web/lib/bugs/AnyOfFilter.tsx';
import type { FilterProps } from '#web/lib/bugs/bug-field.ts';
import { texts } from './texts.ts';
import { useComponents } from './use-components.ts';

/** Filters the list by any of the chosen components, or by none. */
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

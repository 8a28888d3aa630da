import type { Bug } from '#web/lib/api/specified.ts';
import { texts } from './texts.ts';
import { useCustomFields } from './use-custom-fields.ts';
import { valueText } from './value-text.ts';

interface Props {
  from: Bug['custom'];
  to: Bug['custom'];
}

/** A change of fields, with their current names, including archived ones. */
export function CustomChange({ from, to }: Props) {
  const fields = useCustomFields();
  const ids = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const placeOf = (id: string) => fields.findIndex(({ _id }) => _id === id);
  const phrases = ids
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((id) => {
      const { name = texts.unknown, kind } = fields.find(({ _id }) => _id === id) ?? {};
      const [before, after] = [valueText(kind, from[id]), valueText(kind, to[id])];
      if (from[id] === undefined) return texts.set(name, after);
      return to[id] === undefined ? texts.removed(name, before) : texts.changed(name, before, after);
    });
  return phrases.join('; ');
}

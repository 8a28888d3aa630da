import {
  customInputOf,
  type CustomInput,
  type CustomValue as Value,
} from '#contract/classification/custom-field.ts';
import type { CustomField, CustomKind } from '#contract/classification/custom-fields.ts';
import { Quiet } from '#web/features/classification/definition-fields.tsx';
import { fieldTexts, texts } from '#web/features/classification/texts.ts';
import { locale } from '#web/language/language.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useState, type ReactNode } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import { choicesOf, chosenOf, none } from './FieldInput.tsx';
import styles from '#web/features/classification/classification.module.css';

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });

interface ValueProps {
  kind: CustomKind;
  value: Value | undefined;
  /** Whether it is in a row, where a URL is shown as its host. */
  isBrief?: boolean;
}

/** A value as shown on a bug's page and in rows: a URL is a link. */
export function CustomValue({ kind, value, isBrief = false }: ValueProps) {
  if (value === undefined) return <Quiet>{fieldTexts.none}</Quiet>;
  // Other kinds of URLs may run scripts.
  if (kind === 'url' && typeof value === 'string' && /^https?:\/\//i.test(value))
    return (
      <a className={styles.address} href={value} rel="noopener noreferrer nofollow" title={value}>
        {isBrief && URL.canParse(value) ? new URL(value).host : value}
      </a>
    );
  if (kind === 'person' && typeof value === 'object' && !Array.isArray(value))
    return <PersonName id={value._id} name={value.name} />;
  return (
    <span className={styles.text} dir="auto">
      {valueText(kind, value)}
    </span>
  );
}

/** The text of a value of a field of this kind. */
export function valueText(kind: CustomKind | undefined, value: Value | undefined): string {
  if (value === undefined) return fieldTexts.none;
  if (Array.isArray(value)) return value.map(({ name }) => name).join(', ');
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return value ? fieldTexts.yes : fieldTexts.no;
  if (typeof value === 'number') return numbers.format(value);
  return kind === 'date' ? days.format(new Date(`${value}T00:00:00Z`)) : value;
}

const ValueDialog = openable(async () => (await import('./ValueDialog.tsx')).ValueDialog);

interface QuickProps {
  field: CustomField;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** The shown value. */
  children: ReactNode;
}

/** Changes a value on a bug's page: in a menu for a single choice, otherwise in a dialog. */
export function QuickValue({ field, value, onChange, children }: QuickProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { name, kind } = field;
  const isMenu = kind === 'option' || kind === 'boolean';
  // A button cannot contain a link.
  const isBeside = kind === 'url' && value !== undefined;
  return (
    <div data-field={`custom.${field._id}`}>
      {isBeside && children}
      <ValueButton
        name={fieldTexts.change(name, valueText(kind, value))}
        popup={isMenu ? 'menu' : 'dialog'}
        isOpen={anchor !== undefined}
        onClick={setAnchor}
      >
        {isBeside ? <span aria-hidden>{texts.edit}</span> : <span>{children}</span>}
      </ValueButton>
      {anchor && (
        <Choice
          anchor={anchor}
          field={field}
          value={value}
          onChange={onChange}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </div>
  );
}

interface ChoiceProps extends Omit<QuickProps, 'children'> {
  anchor: HTMLElement;
  onClose: () => void;
}

function Choice({ anchor, field, value, onChange, onClose }: ChoiceProps) {
  const { name, kind } = field;
  const input = value === undefined ? null : customInputOf(value);
  const { Choice: PersonChoice } = fieldNamed(useBugFields(), 'assignedTo');
  if (kind === 'option' || kind === 'boolean')
    return (
      <ChoiceMenu
        anchor={anchor}
        label={name}
        options={[...choicesOf(field, input), none]}
        value={input === null ? '' : String(input)}
        onChoose={(chosen) => onChange(valueOf(field, chosenOf(field, chosen)))}
        onClose={onClose}
      />
    );
  if (kind === 'person' && PersonChoice)
    return (
      <PersonChoice
        anchor={anchor}
        label={name}
        noneLabel={fieldTexts.none}
        value={isRef(value) ? value : null}
        onChange={(person) => onChange(isRef(person) ? person : undefined)}
        onClose={onClose}
      />
    );
  return (
    <ValueDialog
      title={name}
      field={field}
      stored={value}
      onSave={(saved) => onChange(valueOf(field, saved))}
      onClose={onClose}
    />
  );
}

type Ref = Extract<Value, { _id: string }>;

function isRef(value: unknown): value is Ref {
  return typeof value === 'object' && value !== null && '_id' in value;
}

/** The expected value of an input, before the server's response; undefined for none. */
function valueOf(field: CustomField, input: CustomInput | null): Value | undefined {
  if (input === null) return undefined;
  const refs = (ids: readonly unknown[]) =>
    field.options.filter(({ _id }) => ids.includes(_id)).map(({ _id, name }) => ({ _id, name }));
  if (Array.isArray(input)) return refs(input);
  return field.kind === 'option' ? refs([input])[0] : input;
}

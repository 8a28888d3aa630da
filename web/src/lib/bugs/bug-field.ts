import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { type BugFields, type BugInputs, inputsOf } from '#contract/bugs/bug-fields.ts';
import { listed } from '#web/language/language.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';

export type FieldName = keyof BugFields;

/** The values of a bug's fields in forms: the contract's inputs, with an empty text for none. */
export type BugInput = {
  -readonly [K in FieldName]: null extends BugInputs[K] ? Exclude<BugInputs[K], null> | '' : BugInputs[K];
};

export type Direction = 'ascending' | 'descending';

/**
 * How screens show a field of a bug, by its name in the contract. Lists, forms, menus, merging and history use these
 * descriptors. If an optional part is missing, screens that show it omit the field.
 */
export interface BugFieldView<Name extends FieldName = FieldName> {
  readonly name: Name;
  readonly label: string;
  /** The label in the form of a new bug, if it differs. */
  readonly createLabel?: string;
  /** The initial value in the form of a new bug. */
  readonly initial: BugInput[Name];
  /** Wraps the field on a bug's page, if it is not always shown. */
  Shown?(props: ShownProps): ReactNode;
  /** A value as text; with the client, also values whose text is looked up in the cache. */
  text(value: Bug[Name], client?: QueryClient): string;
  /** A shorter text of the value for the notice of a quick edit. */
  brief?(value: Bug[Name]): string;
  /** The value that an input sets, as far as it is loaded. */
  toValue(input: BugInput[Name], known: Known): Bug[Name];
  /** The value in rows and on a bug's page. */
  Value?(props: { value: Bug[Name] }): ReactNode;
  /** The value in rows, beside the title; null if there is nothing to show. */
  inRow?(value: Bug[Name]): ReactNode;
  /** Shows the field as several facts on a bug's page instead of one. */
  Facts?(props: FactsProps<Name>): ReactNode;
  /** The component for a change in the timeline, after the user's name, if old and new value are not enough. */
  Change?(props: { from: Bug[Name]; to: Bug[Name] }): ReactNode;
  /** A change as a predicate after the user's name. Without it, the entry shows the old and new value. */
  changeText?(from: Bug[Name], to: Bug[Name]): string;
  /** The control of the field in forms. */
  Editor(props: EditorProps<Name>): ReactNode;
  /** How the address of the form of a new bug sets the field. */
  readonly inAddress?: InAddress<Name>;
  /** The template for the description of a new bug with this input. */
  template?(input: BugInput[Name], client: QueryClient): string | undefined;
  /** Whether the control has a line of its own; others stand side by side. */
  readonly isWide?: boolean;
  /** Whether the value has parts, whose inputs the editor shows. */
  readonly hasParts?: boolean;
  /** The menu to choose another value, opened by pressing the shown value or by the field's key. */
  Choice?(props: ChoiceProps<Name>): ReactNode;
  /** Changes the value on a bug's page, around the shown value, for fields that need more than a menu. */
  Quick?(props: QuickProps<Name>): ReactNode;
  /** The control of the field in the dialog that resolves a bug, which opens if a field is asked for. */
  Resolving?(props: ResolvingProps): ReactNode;
  /** The initial value of that control, for a bug without a value. */
  readonly usualWhenResolved?: BugInput[Name];
  /** Whether the field is asked for when a bug is resolved. */
  isAskedFor?(client: QueryClient): boolean;
  /** Changes the field of several bugs, by one or more controls. */
  Bulk?(props: BulkProps<Name>): ReactNode;
  /** The filter by this field. */
  readonly filter?: ListFilter;
  /** The field's loaded values that queries can name. */
  named?(client: QueryClient): readonly { readonly _id: string; readonly name: string }[];
  /** The label of the filter's value; undefined if the filter is not set. */
  filterText?(filter: BugFilter, client: QueryClient): string | undefined;
  /** How bugs are grouped by the field. */
  readonly group?: FieldGrouping<Name>;
  /**
   * A default column of the list, with its CSS class and its width in pixels. On cards, its label is shown if
   * `isLabelled`.
   */
  readonly column?: { readonly className: string; readonly width: number; readonly isLabelled?: boolean };
  /** Further columns that users can add to the list, for the definitions that exist. */
  moreColumns?(client: QueryClient): readonly MoreColumn[];
  /** The labels of the sort orders by this field, and which comes first. */
  readonly sort?: { readonly first: Direction } & Readonly<Record<Direction, string>>;
}

/**
 * Groups of bugs by a field, whose filter has the field's name. A group's key is the filter value that selects it;
 * `none` for bugs without a value.
 */
interface FieldGrouping<Name extends FieldName = FieldName> {
  keyOf(value: Bug[Name]): string;
  /**
   * The groups in order, including those without bugs. If they are not shown, it is enough to return two of several
   * groups. A hook.
   */
  useGroups(areShown: boolean): readonly Group[];
  /** Whether there are too many groups to load, so that bugs may be in others. A hook. */
  useHasMore(): boolean;
}

export interface Group {
  readonly key: string;
  readonly label: string;
  /** Whether bugs can no longer be moved to it. */
  readonly isArchived?: boolean;
}

/** A column that users can add to the list. */
export interface MoreColumn {
  /** Its key in storage: the name of the field, or of a part of it. */
  readonly name: string;
  readonly label: string;
  /** The default width in pixels. */
  readonly width: number;
  /** The content of a cell; by default the value of the field, which can be changed there. */
  Cell?(props: { bug: Bug }): ReactNode;
}

export interface ShownProps {
  /** The bug with its optimistic updates. */
  readonly bug: Bug;
  readonly children: ReactNode;
}

/** A part of a value, as named in the notice of its change. */
export interface ChangedPart {
  readonly label: string;
  /** The text of that part for a value of the field. */
  text(value: Bug[FieldName]): string;
}

export interface FactsProps<Name extends FieldName = FieldName> {
  readonly bug: Bug;
  /** Called with a value in which one part has changed; undefined if it is read-only. */
  readonly onChange: ((value: Bug[Name], part: ChangedPart) => void) | undefined;
  /** Renders one fact. */
  children(fact: { key: string; label: string; value: ReactNode; isEmpty: boolean }): ReactNode;
}

/** A parameter in the address of the form for a new bug. */
interface InAddress<Name extends FieldName> {
  readonly name: string;
  /** The input for a text; undefined if it is invalid for the field. */
  read(text: string, known: AddressReader): MaybePromise<BugInput[Name] | undefined>;
}

type MaybePromise<T> = T | Promise<T>;

/** The user who opens an address, and the sources of the values it refers to. */
interface AddressReader {
  readonly client: QueryClient;
  readonly userId: string;
}

/** The sources of values for inputs that only refer to them. */
interface Known {
  readonly client: QueryClient;
  /** The stored bug. */
  readonly bug: Bug;
}

export interface EditorProps<Name extends FieldName = FieldName> {
  readonly label: string;
  readonly name: string;
  readonly value: BugInput[Name];
  onChange(value: BugInput[Name]): void;
  onBlur(): void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly readOnly: boolean;
  readonly error: string | undefined;
  /** Properties for editors of fields with parts. Other editors pass all properties on to an input. */
  readonly parts?:
    | {
        /** The messages for parts of the value, by their keys. */
        readonly errors: Readonly<Record<string, string>>;
        /** The component chosen in the form; empty for none. */
        readonly component: string;
      }
    | undefined;
  /** The stored bug; undefined for a new one. */
  readonly bug: Bug | undefined;
  /** The stored value, if it is not the bug's. */
  readonly stored?: Bug[Name];
}

export interface ChoiceProps<Name extends FieldName = FieldName> {
  /** The anchor element; the menu opens below it. */
  readonly anchor: HTMLElement;
  readonly label: string;
  /** The label for no value, if the field has its own. */
  readonly noneLabel?: string;
  readonly value: Bug[Name];
  onChange(value: Bug[Name]): void;
  onClose(): void;
}

export interface QuickProps<Name extends FieldName = FieldName> {
  readonly label: string;
  /** The control's accessible name: the label and the value. */
  readonly name: string;
  readonly value: Bug[Name];
  onChange(value: Bug[Name]): void;
  readonly children: ReactNode;
}

export interface ResolvingProps {
  /** The bug before it is resolved. */
  readonly bug: Bug;
  /** The current choice. */
  readonly inputs: BugInput;
  onChange(change: Partial<BugInput>): void;
}

export interface BulkProps<Name extends FieldName = FieldName> {
  /** The selected bugs. */
  readonly bugs: readonly Bug[];
  /** Changes each bug: `change` maps its current input to the new one. */
  onChange(change: (input: BugInput[Name]) => BugInput[Name]): void;
}

/** A filter of the list by one or more values. */
export interface ListFilter {
  /** The parameter of the list: the values, separated by commas; or `none`, which stands alone. */
  readonly parameter: Exclude<keyof BugFilter, 'q' | 'query' | 'sort'>;
  readonly label: string;
  /** Whether further values are users, who are found by typing. */
  readonly isOfPeople?: true;
  /** The values to choose from, and others that they stand for; none if the filter is not offered. A hook. */
  useOptions(): readonly FilterOption[];
}

interface FilterOption extends Option {
  readonly formerValues?: readonly string[] | undefined;
}

/** The field of this name. */
export function fieldNamed(fields: readonly BugFieldView[], wanted: FieldName): BugFieldView {
  const found = fields.find(({ name }) => name === wanted);
  if (!found) throw new Error(`The field ${wanted} has no descriptor in the web`);
  return found;
}

/** A value as shown in the notice of a quick edit. */
export function briefText<Name extends FieldName>(
  { brief, text }: BugFieldView<Name>,
  value: Bug[Name],
): string {
  return (brief ?? text)(value);
}

/** The labels of fields, as a sentence lists them. */
export function fieldList(fields: readonly BugFieldView[], names: readonly FieldName[]): string {
  return listed(names.map((name) => fieldNamed(fields, name).label));
}

/** A stored bug as its fields show it. */
export function inputOf(bug: Bug): BugInput {
  const inputs = Object.entries(inputsOf(bug)).map(([name, input]) => [name, input ?? '']);
  return Object.fromEntries(inputs) as BugInput;
}

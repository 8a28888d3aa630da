import { resolutions, type Resolution } from '#contract/bugs/resolution.ts';
import type {
  BugFieldView,
  BulkProps,
  ChoiceProps,
  EditorProps,
  ResolvingProps,
  ShownProps,
} from '#web/lib/bugs/bug-field.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { Quiet } from './definition-fields.tsx';
import { resolutionTexts } from './texts.ts';
import styles from './classification.module.css';

const options = resolutions.map((value) => ({ value, label: resolutionTexts.values[value] }));
const notGiven = { value: '', label: resolutionTexts.notGiven } as const;

/** The resolutions offered: a bug becomes a duplicate only by being marked as one. */
function choicesFrom(present: Resolution | '' | null) {
  return [...options.filter(({ value }) => value !== 'duplicate' || present === value), notGiven];
}

export const resolutionView: BugFieldView<'resolution'> = {
  name: 'resolution',
  label: resolutionTexts.resolution,
  initial: '',
  Shown: WhereResolved,
  text: textOf,
  toValue: (input) => (input === '' ? null : input),
  Value: ({ value }) => (value === null ? <Quiet>{textOf(value)}</Quiet> : textOf(value)),
  moreColumns: () => [
    {
      name: 'resolution',
      label: resolutionTexts.resolution,
      width: 148,
      Cell: ({ bug: { resolution } }) => resolution && textOf(resolution),
    },
  ],
  // `fixed` is the default of a resolved bug and is not shown.
  inRow: (value) =>
    value === null || value === 'fixed' ? null : <Quiet className={styles.resolution}>{textOf(value)}</Quiet>,
  Editor: ResolutionEditor,
  Choice: ResolutionChoice,
  Resolving: ResolvingAs,
  usualWhenResolved: 'fixed',
  Bulk: BulkResolution,
  filter: {
    parameter: 'resolution',
    label: resolutionTexts.resolution,
    useOptions: () => (useAdditions() ? filterOptions : []),
  },
  filterText: ({ resolution }) => resolution && filterTextOf(resolution),
};

function textOf(value: Resolution | null): string {
  return value === null ? resolutionTexts.notGiven : resolutionTexts.values[value];
}

const filterOptions = [...options, { value: 'none', label: resolutionTexts.notGiven }];

function filterTextOf(wanted: string): string {
  const values = wanted.split(',');
  return filterOptions.flatMap(({ value, label }) => (values.includes(value) ? label : [])).join(', ');
}

/** An unresolved bug has no resolution to show. */
function WhereResolved({ bug, children }: ShownProps) {
  const { mayChange } = useBugRights();
  const isOffered = useAdditions();
  if (bug.status !== 'resolved' || !isOffered) return null;
  return bug.resolution !== null || mayChange(bug, 'resolution') ? children : null;
}

function ResolutionEditor({ bug, value, onChange, name: _, ...input }: EditorProps<'resolution'>) {
  const isOffered = useAdditions();
  if (bug?.status !== 'resolved' || !isOffered) return null;
  return (
    <SelectInput
      {...input}
      options={choicesFrom(value)}
      value={value}
      onChange={(chosen) => onChange(chosen as Resolution | '')}
    />
  );
}

function ResolutionChoice({ value, onChange, ...menu }: ChoiceProps<'resolution'>) {
  return (
    <ChoiceMenu
      {...menu}
      options={choicesFrom(value)}
      value={value ?? ''}
      onChoose={(chosen) => onChange(chosen === '' ? null : (chosen as Resolution))}
    />
  );
}

/** The select of the resolution of a bug that is about to be resolved, and so has none yet. */
function ResolvingAs({ inputs, onChange }: ResolvingProps) {
  return (
    <SelectInput
      label={resolutionTexts.resolution}
      options={choicesFrom(inputs.resolution)}
      value={inputs.resolution}
      onChange={(chosen) => onChange({ resolution: chosen as Resolution | '' })}
    />
  );
}

function BulkResolution({ bugs, onChange }: BulkProps<'resolution'>) {
  const isOffered = useAdditions();
  if (!isOffered || !bugs.some(({ status }) => status === 'resolved')) return null;
  return (
    <ButtonMenu
      label={resolutionTexts.set}
      options={choicesFrom(null)}
      onChoose={(chosen) => onChange(() => chosen as Resolution | '')}
    />
  );
}

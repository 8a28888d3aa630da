import { useState } from 'react';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import { marked, useSuspended } from '#web/lib/suspended-users.tsx';
import { peopleOptions, usePeople } from '#web/features/bugs/data/use-people.ts';
import { usePersonOptions } from '#web/features/bugs/fields/PersonPicker.tsx';
import { matching, Picker, type PickerProps } from './Picker.tsx';
import { filterTexts } from './texts.ts';
import { isWritten, TypedControl } from './TypedFilter.tsx';
import type { Filters, ShownFilter } from './use-filters.ts';
import styles from './filters.module.css';

interface Props {
  anchor: HTMLElement;
  filters: Filters;
  /** The key of the only filter that is edited; undefined to choose one first. */
  only: string | undefined;
  onClose: () => void;
}

/** Chooses a filter, and then its values, each of which takes effect at once. */
export function FilterMenu({ anchor, filters, only, onClose }: Props) {
  const [key, setKey] = useState(only);
  const chosen = filters.all.find((one) => one.key === key);
  const back = only === undefined ? () => setKey(undefined) : undefined;

  function close() {
    // Typed values take effect when the input loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }

  return (
    <Popover anchor={anchor} onClose={close} aria-label={chosen ? titleOf(chosen) : filterTexts.filter}>
      <div className={styles.menu} key={key}>
        {!chosen ? (
          <Fields filters={filters} onChoose={setKey} />
        ) : (
          <>
            {back && (
              <p className={styles.heading}>
                <IconButton size="small" aria-label={filterTexts.back} onClick={back}>
                  <BackIcon />
                </IconButton>
                {titleOf(chosen)}
              </p>
            )}
            <Values filter={chosen} isUnderstood={filters.isUnderstood} onBack={back} onClose={close} />
          </>
        )}
      </div>
    </Popover>
  );
}

const BackIcon = strokeIcon('m14 7-5 5 5 5');

/** The chip of the status has no label while its text is `Not resolved`. */
const titleOf = ({ label }: ShownFilter) => (label === '' ? filterTexts.status : label);

const notResolvedKey = 'not resolved';

/** The filters to choose from. */
function Fields({ filters, onChoose }: { filters: Filters; onChoose: (key: string) => void }) {
  const [typed, setTyped] = useState('');
  const { isNotResolved, toggleNotResolved } = filters;
  const fields = filters.all
    .filter(({ isOffered }) => isOffered)
    .map((filter) => ({ value: filter.key, label: titleOf(filter) }));
  const shortcut = { value: notResolvedKey, label: filterTexts.notResolved };
  return (
    <Picker
      label={filterTexts.find}
      options={matching([...(toggleNotResolved ? [shortcut] : []), ...fields], typed)}
      isChosen={(value) => (value === notResolvedKey ? isNotResolved : undefined)}
      typed={typed}
      onTyped={setTyped}
      onChoose={(value) => (value === notResolvedKey ? toggleNotResolved?.() : onChoose(value))}
    />
  );
}

interface ValuesProps {
  filter: ShownFilter;
  isUnderstood: boolean;
  onBack: (() => void) | undefined;
  onClose: () => void;
}

function Values({ filter, isUnderstood, onBack, onClose }: ValuesProps) {
  const { values, typed } = filter;
  if (!values && !isUnderstood) return <p className={styles.note}>{filterTexts.notUnderstood}</p>;
  if (!values)
    return (
      <div className={styles.typed}>
        {typed && <TypedControl {...typed} name={filter.label} />}
        {typed && isWritten(typed) && (
          <p className={styles.note}>
            {filterTexts.written} <code>{filter.text}</code>
          </p>
        )}
        <footer>
          <Button size="small" disabled={filter.text === undefined} onClick={filter.clear}>
            {filterTexts.remove}
          </Button>
          <Button size="small" variant="outlined" onClick={onClose}>
            {filterTexts.done}
          </Button>
        </footer>
      </div>
    );
  const { chosen, choose } = values;
  const props = {
    label: titleOf(filter),
    isChosen: (value: string) => chosen.includes(value),
    onChoose(value: string) {
      // `none` excludes all other values.
      if (value === 'none') return choose(chosen.includes('none') ? [] : ['none']);
      const others = chosen.filter((one) => one !== 'none' && one !== value);
      choose(chosen.includes(value) ? others : [...others, value]);
    },
    onBack,
  };
  const List = values.isOfPeople ? PeopleValues : ListValues;
  return <List {...props} options={values.options} />;
}

interface ListProps extends Omit<PickerProps, 'typed' | 'onTyped'> {
  options: readonly Option[];
}

function ListValues({ options, ...list }: ListProps) {
  const [typed, setTyped] = useState('');
  return <Picker {...list} options={matching(options, typed)} typed={typed} onTyped={setTyped} />;
}

function PeopleValues({ options: fixed, onChoose, ...list }: ListProps) {
  const [typed, setTyped] = useState('');
  const { people } = usePeople({ retryOnMount: true });
  const { options, noneText, remember } = usePersonOptions(
    people,
    fixed,
    typed,
    peopleOptions(marked(useSuspended())),
  );
  return (
    <Picker
      {...list}
      options={options}
      noneText={noneText}
      typed={typed}
      onTyped={setTyped}
      onChoose={(value) => {
        const option = options.find((one) => one.value === value);
        if (option) remember(option);
        onChoose(value);
      }}
    />
  );
}

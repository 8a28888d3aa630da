import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#web/ui/Dialog.tsx';
import { Autocomplete } from '#web/ui/inputs/Autocomplete.tsx';
import { Field, FieldLabel, FieldMessage } from '#web/ui/inputs/Field.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { foundQuery } from './data.ts';
import { texts } from './texts.ts';
import styles from './relations.module.css';

export interface RelationDialogProps {
  title: string;
  submit: string;
  /** The ids of bugs that cannot be chosen. */
  except: readonly string[];
  /** The bugs offered before input. */
  initial?: readonly BugReference[] | undefined;
  /** The filter for the offered matches. */
  mayChoose?: ((bug: Bug) => boolean) | undefined;
  /** The mutation run on submit; undefined if it is reported elsewhere. */
  mutation?: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  onSubmit: (other: BugReference) => void;
  onClose: () => void;
  /** Further inputs, above that of the bug. */
  children?: ReactNode;
  help?: string;
}

/** Asks for another bug, and submits it. */
export function RelationDialog({
  title,
  submit,
  except,
  mutation,
  onSubmit,
  onClose,
  ...props
}: RelationDialogProps) {
  const { initial, mayChoose, children, help } = props;
  const id = useId();
  const isLimited = mayChoose !== undefined;
  const [chosen, setChosen] = useState<{
    readonly other: BugReference | null;
    readonly isLimited: boolean;
  }>();
  const [isMissing, setMissing] = useState(false);
  // The chosen bug may no longer be among the offered ones.
  const other = chosen?.isLimited === isLimited ? chosen.other : null;

  function send(event: SubmitEvent) {
    event.preventDefault();
    // React would also submit a form beneath the dialog.
    event.stopPropagation();
    if (mutation?.isPending === true) return;
    if (other) onSubmit(other);
    else setMissing(true);
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm">
      <form onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent className={styles.fields}>
          {children}
          <BugPicker
            except={except}
            chosen={other}
            initial={initial}
            mayChoose={mayChoose}
            onChange={(choice) => {
              mutation?.reset();
              setMissing(false);
              setChosen({ other: choice, isLimited });
            }}
            error={isMissing ? texts.missing : mutation?.error ? reasonOf(mutation.error) : undefined}
          />
          {help !== undefined && <p className={styles.help}>{help}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <SubmitButton busy={mutation?.isPending === true}>{submit}</SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface PickerProps {
  /** The ids of bugs that cannot be chosen. */
  except: readonly string[];
  chosen: BugReference | null;
  onChange: (bug: BugReference | null) => void;
  /** The bugs offered before input. */
  initial?: readonly BugReference[] | undefined;
  /** The filter for the offered matches. */
  mayChoose?: ((bug: Bug) => boolean) | undefined;
  error: string | undefined;
}

/** The pause in typing before the search, in milliseconds. */
const pause = 150;

const none: readonly BugReference[] = [];

/** Selects a bug by its number, or by words in it. */
function BugPicker({ except, chosen, onChange, initial = none, mayChoose, error }: PickerProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const settled = useDebounced(text, pause);
  const { data = [], isFetching } = useQuery(foundQuery(settled, mayChoose));
  const found = text === '' ? initial : data;
  const isSearching = text !== '' && (text !== settled || isFetching);
  const message = error ?? (initial.length > 0 && chosen === null ? texts.alike : undefined);
  return (
    <Field error={error !== undefined}>
      <FieldLabel htmlFor={id}>{texts.bug}</FieldLabel>
      <Autocomplete
        id={id}
        isInvalid={error !== undefined}
        options={found.filter(({ _id }) => !except.includes(_id))}
        // Already filtered by the server.
        filterOptions={(all) => [...all]}
        getOptionLabel={({ number, title }) => `#${number} ${title}`}
        getOptionKey={({ _id }) => _id}
        isOptionEqualToValue={(a, b) => a._id === b._id}
        value={chosen}
        onChange={(_, bug) => onChange(bug)}
        onInputChange={(_, value, reason) => setTyped(reason === 'input' ? value : '')}
        autoHighlight
        openOnFocus={initial.length > 0}
        handleHomeEndKeys={false}
        loading={isSearching}
        loadingText={texts.searching}
        noOptionsText={text === '' ? texts.typeToSearch : texts.noneFound}
        clearText={texts.clear}
        openText={texts.open}
        closeText={texts.close}
        renderOption={({ key, className, ...props }, { number, title, status }) => (
          <li key={key} {...props} className={`${className} ${styles.option}`}>
            <span className={styles.number}>{`#${number}`}</span>
            <span>{title}</span>
            <StatusChip status={status} />
          </li>
        )}
        autoFocus
        describedBy={message === undefined ? undefined : `${id}-message`}
      />
      {message !== undefined && <FieldMessage id={`${id}-message`}>{message}</FieldMessage>}
    </Field>
  );
}

import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { VersionRef } from '#contract/classification/version-fields.ts';
import type { QuickProps } from '#web/lib/bugs/bug-field.ts';
import { AnchoredMenu } from '#web/ui/inputs/AnchoredMenu.tsx';
import { ValueButton } from '#web/ui/inputs/ValueButton.tsx';
import { useVersions } from './use-versions.ts';

/** Edits the versions that a bug was found in, on its page. They are saved together, when the menu closes. */
export function QuickVersions({ label, name, value, onChange, children }: QuickProps<'foundIn'>) {
  const { versions, usable } = useVersions();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const has = (ids: readonly string[], { _id }: VersionRef) => ids.includes(_id);
  const present = value.map(({ _id }) => _id);
  const options = [...usable, ...value.filter((version) => !usable.some(({ _id }) => _id === version._id))];

  function close() {
    setAnchor(undefined);
    if (present.toSorted().join() === chosen.toSorted().join()) return;
    // In version order, as on the server.
    const order = versions.map(({ _id }) => _id);
    const byOrder = (one: VersionRef, other: VersionRef) => order.indexOf(one._id) - order.indexOf(other._id);
    const refs = options
      .filter((option) => has(chosen, option))
      .map(({ _id, name: of }) => ({ _id, name: of }));
    onChange(refs.toSorted(byOrder));
  }

  return (
    <>
      <ValueButton
        name={name}
        popup="menu"
        isOpen={anchor !== undefined}
        onClick={(button) => {
          setChosen(present);
          setAnchor(button);
        }}
      >
        {children}
      </ValueButton>
      <AnchoredMenu anchor={anchor} label={label} onClose={close}>
        {options.map((option) => (
          <MenuItem
            key={option._id}
            role="menuitemcheckbox"
            aria-checked={has(chosen, option)}
            onClick={() =>
              setChosen(
                has(chosen, option) ? chosen.filter((id) => id !== option._id) : [...chosen, option._id],
              )
            }
          >
            <Tick aria-hidden>{has(chosen, option) && '✓'}</Tick>
            {option.name}
          </MenuItem>
        ))}
      </AnchoredMenu>
    </>
  );
}

const Tick = styled('span')(({ theme }) => ({ flex: 'none', width: theme.spacing(6) }));

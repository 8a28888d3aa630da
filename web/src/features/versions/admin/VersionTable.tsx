import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { Version, VersionState } from '#contract/versions.ts';
import { formatNumber } from '#web/language/language.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Day } from '#web/features/versions/Day.tsx';
import { useMoveVersion, useUpdateVersion } from '#web/features/versions/mutations.ts';
import { texts } from '#web/features/versions/texts.ts';
import { adminTexts } from './texts.ts';

/** What is being done, and to which version. */
export interface Doing {
  readonly is: 'edit' | 'delete';
  /** Undefined for a new one. */
  readonly version: Version | undefined;
}

interface Props {
  versions: readonly Version[];
  onDo: (doing: Doing) => void;
}

/** All versions in their order, with one menu for all of them. */
export function VersionTable({ versions, onDo }: Props) {
  const [menu, setMenu] = useState<{ version: Version; anchor: HTMLElement }>();
  const [moved, setMoved] = useState('');
  const update = useUpdateVersion();
  const move = useMoveVersion();
  const close = () => setMenu(undefined);
  const item = (text: string, act: (version: Version) => void) => (
    <MenuItem
      onClick={() => {
        close();
        if (menu) act(menu.version);
      }}
    >
      {text}
    </MenuItem>
  );
  const toState = (state: VersionState) => (version: Version) =>
    update.mutate({ id: version._id, body: { state } });
  const moveTo = ({ _id: id, name }: Version, place: number, before: Version | undefined) =>
    move.mutate(
      { id, before: before?._id ?? null },
      { onSuccess: () => setMoved(adminTexts.moved(name, formatNumber(place + 1))) },
    );
  return (
    <>
      {update.error && <Notice title={adminTexts.saveFailed} text={reasonOf(update.error)} />}
      {move.error && <Notice title={adminTexts.moveFailed} text={reasonOf(move.error)} />}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <TableFrame>
        <Root>
          <TableHead>
            <TableRow>
              <TableCell>{adminTexts.version}</TableCell>
              <TableCell className="state">{adminTexts.state}</TableCell>
              <TableCell className="date">{adminTexts.date}</TableCell>
              <TableCell>{adminTexts.description}</TableCell>
              <TableCell className="order">{adminTexts.order}</TableCell>
              <TableCell className="actions">{adminTexts.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {versions.map((version, at) => (
              <TableRow key={version._id} hover>
                <StackingCell label={adminTexts.version} className="name" id={`version-${version._id}`}>
                  <TextLink to="/versions/$id" params={{ id: version._id }} title={version.name}>
                    {version.name}
                  </TextLink>
                </StackingCell>
                <StackingCell label={adminTexts.state} className="state">
                  {texts.states[version.state]}
                </StackingCell>
                <StackingCell label={adminTexts.date} className="date">
                  {version.date === null ? undefined : <Day value={version.date} />}
                </StackingCell>
                <StackingCell label={adminTexts.description} title={version.description}>
                  {version.description}
                </StackingCell>
                <StackingCell label={adminTexts.order} className="order">
                  <span>
                    <IconButton
                      size="small"
                      aria-label={adminTexts.up(version.name)}
                      aria-disabled={at === 0 || move.isPending}
                      onClick={() => at > 0 && !move.isPending && moveTo(version, at - 1, versions[at - 1])}
                    >
                      <Up />
                    </IconButton>
                    <IconButton
                      size="small"
                      aria-label={adminTexts.down(version.name)}
                      aria-disabled={at === versions.length - 1 || move.isPending}
                      onClick={() =>
                        at < versions.length - 1 &&
                        !move.isPending &&
                        moveTo(version, at + 1, versions[at + 2])
                      }
                    >
                      <ChevronIcon />
                    </IconButton>
                  </span>
                </StackingCell>
                <MenuCell
                  label={adminTexts.actions}
                  describedBy={`version-${version._id}`}
                  onOpen={(anchor) => setMenu({ version, anchor })}
                />
              </TableRow>
            ))}
          </TableBody>
        </Root>
      </TableFrame>
      <Menu open={menu !== undefined} anchorEl={menu?.anchor ?? null} onClose={close}>
        {item(adminTexts.edit, (version) => onDo({ is: 'edit', version }))}
        {menu?.version.state === 'planned' && item(adminTexts.release, toState('released'))}
        {menu?.version.state === 'archived'
          ? item(adminTexts.restore, toState('released'))
          : item(adminTexts.archive, toState('archived'))}
        {item(adminTexts.delete, (version) => onDo({ is: 'delete', version }))}
      </Menu>
    </>
  );
}

const Up = styled(ChevronIcon)({ transform: 'rotate(180deg)' });

const Root = styled(StackingTable)(({ theme }) => ({
  '& [aria-disabled="true"]': { opacity: 0.4 },
  [theme.breakpoints.up('md')]: {
    '& .order': { width: theme.spacing(22) },
    '& .state': { width: theme.spacing(30) },
    '& .date': { width: theme.spacing(28) },
  },
}));

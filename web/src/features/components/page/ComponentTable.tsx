import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { Component } from '#contract/components.ts';
import { useUpdateComponent } from '#web/features/components/mutations.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { MenuCell, StackingCell, StackingTable, TableFrame } from '#web/ui/StackingTable.tsx';
import { pageTexts } from './texts.ts';

/** What is being done, and to which component. */
export interface Doing {
  readonly is: 'edit' | 'delete';
  /** Undefined for a new one. */
  readonly component: Component | undefined;
}

interface Props {
  components: readonly Component[];
  onDo: (doing: Doing) => void;
}

/** All components in rows, with one menu for all of them. */
export function ComponentTable({ components, onDo }: Props) {
  const [menu, setMenu] = useState<{ component: Component; anchor: HTMLElement }>();
  const update = useUpdateComponent();
  const close = () => setMenu(undefined);
  const item = (text: string, act: (component: Component) => void) => (
    <MenuItem
      onClick={() => {
        close();
        if (menu) act(menu.component);
      }}
    >
      {text}
    </MenuItem>
  );
  return (
    <>
      {update.error && <Notice title={pageTexts.saveFailed} text={reasonOf(update.error)} />}
      <TableFrame>
        <Root>
          <TableHead>
            <TableRow>
              <TableCell>{pageTexts.component}</TableCell>
              <TableCell>{pageTexts.description}</TableCell>
              <TableCell>{pageTexts.owner}</TableCell>
              <TableCell className="narrow">{pageTexts.template}</TableCell>
              <TableCell className="narrow">{pageTexts.status}</TableCell>
              <TableCell className="actions">{pageTexts.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {components.map((component) => (
              <TableRow key={component._id} hover>
                <StackingCell
                  label={pageTexts.component}
                  className="name"
                  id={`component-${component._id}`}
                  title={component.name}
                >
                  {component.name}
                </StackingCell>
                <StackingCell label={pageTexts.description} title={component.description}>
                  {component.description}
                </StackingCell>
                <StackingCell label={pageTexts.owner}>
                  {component.owner && <PersonName id={component.owner._id} name={component.owner.name} />}
                </StackingCell>
                <StackingCell label={pageTexts.template} className="narrow">
                  {component.template === '' ? '' : pageTexts.hasTemplate}
                </StackingCell>
                <StackingCell label={pageTexts.status} className="narrow">
                  {component.archived ? pageTexts.archived : pageTexts.active}
                </StackingCell>
                <MenuCell
                  label={pageTexts.actions}
                  describedBy={`component-${component._id}`}
                  onOpen={(anchor) => setMenu({ component, anchor })}
                />
              </TableRow>
            ))}
          </TableBody>
        </Root>
      </TableFrame>
      <Menu open={menu !== undefined} anchorEl={menu?.anchor ?? null} onClose={close}>
        {item(pageTexts.edit, (component) => onDo({ is: 'edit', component }))}
        {item(menu?.component.archived ? pageTexts.restore : pageTexts.archive, ({ _id, archived }) =>
          update.mutate({ id: _id, body: { archived: !archived } }),
        )}
        {item(pageTexts.delete, (component) => onDo({ is: 'delete', component }))}
      </Menu>
    </>
  );
}

const Root = styled(StackingTable)(({ theme }) => ({
  '& .name': { fontWeight: theme.typography.fontWeightMedium },
  [theme.breakpoints.up('md')]: {
    '& .narrow': { width: theme.spacing(28) },
  },
}));

import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { can } from '#contract/permissions.ts';
import { viewPermissions } from '#contract/bugs/views.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { ListState } from '#web/lib/bugs/list-view.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { AnchoredMenu } from '#web/ui/inputs/AnchoredMenu.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { useUpdateView } from './mutations.ts';
import { nameOf, useViews } from './queries.ts';
import { texts } from './texts.ts';

const ViewDialog = openable(async () => (await import('./page/ViewDialog.tsx')).ViewDialog);

/** The menu of the views, with the command to save the shown list as one. */
export function ViewsMenu({ list }: { list: ListState }) {
  const hasAdditions = useAdditions();
  return hasAdditions && <Views list={list} />;
}

function Views({ list: { view, content, isChanged, reset } }: { list: ListState }) {
  const user = useUser();
  const { data: views = [] } = useViews();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isSaving, setIsSaving] = useState(false);
  const update = useUpdateView();
  const shown = view && views.find(({ _id }) => _id === view._id);
  const mayChange = shown !== undefined && can(user, viewPermissions.change, shown);
  const close = () => setAnchor(undefined);

  function saveChanges() {
    if (view && content) update.mutate({ id: view._id, body: asBody(content) }, { onSuccess: reset });
  }

  return (
    <>
      {view && isChanged && (
        <>
          {update.error && <Refusal role="alert">{reasonOf(update.error)}</Refusal>}
          <Button onClick={reset}>{texts.reset}</Button>
          {mayChange && (
            <Button variant="outlined" aria-disabled={!content || update.isPending} onClick={saveChanges}>
              {texts.saveChanges}
            </Button>
          )}
        </>
      )}
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        endIcon={<ChevronIcon />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {texts.views}
      </Button>
      <AnchoredMenu anchor={anchor} label={texts.views} onClose={close}>
        <ItemTo to="/bugs" selected={!view} onClick={close}>
          {texts.allBugs}
        </ItemTo>
        {views.map((one) => (
          <ItemTo
            key={one._id}
            to="/views/$id"
            params={{ id: one._id }}
            selected={one._id === view?._id}
            onClick={close}
          >
            <Name>{nameOf(one)}</Name>
            {one.owner && one.owner._id !== user._id && <Owner>{one.owner.name}</Owner>}
          </ItemTo>
        ))}
        <Divider />
        <MenuItem
          disabled={!content}
          onClick={() => {
            close();
            setIsSaving(true);
          }}
        >
          {texts.saveAs}
        </MenuItem>
        <ItemTo to="/views" onClick={close}>
          {texts.manage}
        </ItemTo>
      </AnchoredMenu>
      {isSaving && content && (
        <ViewDialog content={content} view={undefined} onSaved={reset} onClose={() => setIsSaving(false)} />
      )}
    </>
  );
}

function asBody({ query, sort, columns, group }: NonNullable<ListState['content']>) {
  return { query, sort, columns: columns && [...columns], group };
}

const ItemTo = createLink(styled(MenuItem)({ gap: 16 }) as typeof MenuItem);

const Name = styled('span')({ overflow: 'hidden', maxWidth: '24em', textOverflow: 'ellipsis' });

const Owner = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
}));

const Refusal = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  alignSelf: 'center',
  color: theme.vars.palette.error.main,
}));

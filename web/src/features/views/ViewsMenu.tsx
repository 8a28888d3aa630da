import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { can } from '#contract/permissions.ts';
import { viewPermissions } from '#contract/bugs/views.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { ListState } from '#web/lib/bugs/list-view.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { nameOf, useUpdateView, useViews } from './data.ts';
import { texts } from './texts.ts';
import styles from './views.module.css';

const ViewDialog = openable(async () => (await import('./ViewDialog.tsx')).ViewDialog);

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
          {update.error && (
            <span className={styles.refusal} role="alert">
              {reasonOf(update.error)}
            </span>
          )}
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
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ChevronIcon />}
      >
        {texts.views}
      </Button>
      <Menu anchor={anchor} label={texts.views} onClose={close}>
        <MenuItem render={<Link to="/bugs" />} className={styles.item} data-chosen={!view} onClick={close}>
          {texts.allBugs}
        </MenuItem>
        {views.map((one) => (
          <MenuItem
            key={one._id}
            render={<Link to="/views/$id" params={{ id: one._id }} />}
            className={styles.item}
            data-chosen={one._id === view?._id}
            onClick={close}
          >
            <span className={styles.name}>{nameOf(one)}</span>
            {one.owner && one.owner._id !== user._id && (
              <span className={styles.owner}>{one.owner.name}</span>
            )}
          </MenuItem>
        ))}
        <hr className={styles.line} />
        <MenuItem
          disabled={!content}
          onClick={() => {
            close();
            setIsSaving(true);
          }}
        >
          {texts.saveAs}
        </MenuItem>
        <MenuItem render={<Link to="/views" />} className={styles.item} onClick={close}>
          {texts.manage}
        </MenuItem>
      </Menu>
      {isSaving && content && (
        <ViewDialog content={content} view={undefined} onSaved={reset} onClose={() => setIsSaving(false)} />
      )}
    </>
  );
}

function asBody({ query, sort, columns, group }: NonNullable<ListState['content']>) {
  return { query, sort, columns: columns && [...columns], group };
}

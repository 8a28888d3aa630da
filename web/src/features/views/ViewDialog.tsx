import { inLanguage } from '#web/language/language.ts';
import { useNavigate } from '@tanstack/react-router';
import { useController } from 'react-hook-form';
import type * as z from 'zod/mini';
import { createViewBody, type View } from '#contract/bugs/views.ts';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import type { ListContent } from '#web/lib/bugs/list-view.ts';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { useCreateView, useUpdateView } from './data.ts';
import { texts } from './texts.ts';

export const pageTexts = inLanguage({
  en: {
    lead: 'Pinned views are in the bar, with the number of their bugs, and first in the palette.',
    pin: (name: string) => `Pin ${name}`,
    pinColumn: 'Pinned',
    pinIt: 'Pin',
    unpin: 'Unpin',
    nameColumn: 'Name',
    ownerColumn: 'Owner',
    queryColumn: 'Query',
    everyone: 'Standard',
    shared: (name: string) => `${name}, shared`,
    newTitle: 'Save view',
    editTitle: 'Edit view',
    name: 'Name',
    query: 'Query',
    queryHint: 'In the query language, as in the search box; empty for all bugs.',
    sharedLabel: 'Everyone sees it',
    deleteTitle: 'Delete view',
    deleteText: 'Are you sure you want to delete this view? Its bugs stay.',
    deleteFailed: 'Failed to delete the view',
    orderFailed: 'Failed to arrange views',
  },
  de: {
    lead: 'Angeheftete Ansichten stehen in der Leiste, mit der Zahl ihrer Bugs, und in der Palette zuerst.',
    pin: (name: string) => `${name} anheften`,
    pinColumn: 'Angeheftet',
    pinIt: 'Anheften',
    unpin: 'Lösen',
    nameColumn: 'Name',
    ownerColumn: 'Von',
    queryColumn: 'Abfrage',
    everyone: 'Standard',
    shared: (name: string) => `${name}, geteilt`,
    newTitle: 'Ansicht speichern',
    editTitle: 'Ansicht bearbeiten',
    name: 'Name',
    query: 'Abfrage',
    queryHint: 'In der Abfragesprache, wie im Suchfeld; leer für alle Bugs.',
    sharedLabel: 'Alle sehen sie',
    deleteTitle: 'Ansicht löschen',
    deleteText: 'Soll diese Ansicht wirklich gelöscht werden? Ihre Bugs bleiben.',
    deleteFailed: 'Die Ansicht konnte nicht gelöscht werden',
    orderFailed: 'Die Ansichten konnten nicht geordnet werden',
  },
});

type Typed = z.input<typeof createViewBody>;
type Body = z.output<typeof createViewBody>;

interface Props {
  /** The list of a new view. */
  content: ListContent | undefined;
  /** The edited view; undefined for a new one. */
  view: View | undefined;
  onSaved?: () => void;
  onClose: () => void;
}

/** Saves the shown list as a view, or changes the name, query and sharing of one. */
export function ViewDialog({ content, view, onSaved, onClose }: Props) {
  const create = useCreateView();
  const update = useUpdateView();
  const navigate = useNavigate();
  const form = useScreenForm<Typed, Body>({
    schema: createViewBody,
    defaultValues: {
      name: view?.name ?? '',
      query: view?.query ?? content?.query ?? '',
      isShared: view?.isShared ?? false,
    },
    async send({ name, query, isShared = false }) {
      if (view) {
        // An unchanged query may name something that no longer exists.
        const edit = { name, isShared, ...(query !== view.query && { query }) };
        await update.mutateAsync({ id: view._id, body: edit });
      } else {
        const { sort = null, columns = null, group = null } = content ?? {};
        const body = { name, query, isShared, sort, columns: columns && [...columns], group };
        const { _id } = await create.mutateAsync(body);
        onSaved?.();
        void navigate({ to: '/views/$id', params: { id: _id } });
      }
      onClose();
    },
    problem: texts.saveFailed,
  });
  const { control } = form.form;
  const { field } = useController({ control, name: 'isShared' });
  return (
    <FormDialog
      title={view ? pageTexts.editTitle : pageTexts.newTitle}
      form={form}
      width="sm"
      onClose={onClose}
    >
      <FormText control={control} name="name" label={pageTexts.name} autoComplete="off" autoFocus />
      <FormText
        control={control}
        name="query"
        label={pageTexts.query}
        helperText={pageTexts.queryHint}
        autoComplete="off"
      />
      <SelectBox
        label={pageTexts.sharedLabel}
        isLabelShown
        checked={field.value ?? false}
        onChange={(isChecked) => field.onChange(isChecked)}
      />
    </FormDialog>
  );
}

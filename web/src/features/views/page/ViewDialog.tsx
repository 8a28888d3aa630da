import { useNavigate } from '@tanstack/react-router';
import { useController } from 'react-hook-form';
import type * as z from 'zod/mini';
import { createViewBody, type View } from '#contract/bugs/views.ts';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import type { ListContent } from '#web/lib/bugs/list-view.ts';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { useCreateView, useUpdateView } from '#web/features/views/mutations.ts';
import { texts } from '#web/features/views/texts.ts';
import { pageTexts } from './texts.ts';

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

import FormHelperText from '@mui/material/FormHelperText';
import { type Control, useController } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type Component, createComponentBody, maxTemplate } from '#contract/classification/components.ts';
import { useCreateComponent, useUpdateComponent } from '#web/features/components/mutations.ts';
import { FormDialog } from '#web/lib/admin/FormDialog.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { FormText } from '#web/lib/form/FormText.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { TextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { pageTexts } from './texts.ts';

interface Props {
  /** Undefined for a new one. */
  component: Component | undefined;
  onClose: () => void;
}

type Typed = z.input<typeof createComponentBody>;
type Body = z.output<typeof createComponentBody>;

/** Creates a component, or changes its name, description, owner and template. */
export function ComponentDialog({ component, onClose }: Props) {
  const create = useCreateComponent();
  const update = useUpdateComponent();
  const form = useScreenForm<Typed, Body>({
    schema: createComponentBody,
    defaultValues: {
      name: component?.name ?? '',
      description: component?.description ?? '',
      owner: component?.owner?._id ?? '',
      template: component?.template ?? '',
    },
    async send(body) {
      if (component) await update.mutateAsync({ id: component._id, body: changed(component, body) });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: pageTexts.saveFailed,
  });
  const { control } = form.form;
  return (
    <FormDialog
      title={component ? pageTexts.editTitle : pageTexts.create}
      form={form}
      width="sm"
      onClose={onClose}
    >
      <FormText control={control} name="name" label={texts.name} autoComplete="off" autoFocus />
      <FormText control={control} name="description" label={texts.description} autoComplete="off" />
      <Owner control={control} component={component} />
      <Template control={control} />
    </FormDialog>
  );
}

/** Omits unchanged properties, which another admin may have changed meanwhile. */
function changed({ name, description, owner, template }: Component, body: Body): Partial<Body> {
  const before: Body = { name, description, owner: owner?._id ?? null, template };
  const entries = Object.entries(body) as [keyof Body, string | null][];
  return Object.fromEntries(entries.filter(([field, value]) => value !== before[field]));
}

interface FieldProps {
  control: Control<Typed, unknown, Body>;
}

/** Owners are chosen from the same users as assignees, with the same control. */
function Owner({ control, component }: FieldProps & Pick<Props, 'component'>) {
  const { Editor } = fieldNamed(useBugFields(), 'assignedTo');
  const { field, fieldState, formState } = useController({ control, name: 'owner' });
  return (
    <div>
      <Editor
        label={pageTexts.owner}
        name={field.name}
        value={field.value ?? ''}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        readOnly={formState.isSubmitting}
        error={fieldState.error?.message}
        bug={undefined}
        stored={component?.owner ?? null}
      />
      <FormHelperText>{pageTexts.ownerHint}</FormHelperText>
    </div>
  );
}

function Template({ control }: FieldProps) {
  const { field, fieldState, formState } = useController({ control, name: 'template' });
  return (
    <TextEditor
      label={pageTexts.template}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      readOnly={formState.isSubmitting}
      error={fieldState.error?.message}
      helperText={pageTexts.templateHint}
      minRows={6}
      max={maxTemplate}
    />
  );
}

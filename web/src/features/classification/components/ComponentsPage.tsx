import { inLanguage } from '#web/language/language.ts';
import type { Control } from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  componentPermissions,
  createComponent,
  createComponentBody,
  deleteComponent,
  maxTemplate,
  updateComponent,
  type Component,
} from '#contract/classification/components.ts';
import { components, refreshing } from '#web/features/classification/data.ts';
import {
  DefinitionForm,
  DefinitionsPage,
  descriptionColumn,
  statusColumn,
  useInput,
  type DialogProps,
  type FormProps,
} from '#web/features/classification/DefinitionsPage.tsx';
import { DeleteDialog } from '#web/lib/admin/dialogs.tsx';
import { creating, deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import type { Column } from '#web/lib/admin/tables.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { FormText } from '#web/lib/form/fields.tsx';
import { preloadTextEditor, TextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { FieldMessage } from '#web/ui/inputs/Field.tsx';
import { MarkedPerson } from '#web/lib/suspended-users.tsx';
import styles from '#web/features/classification/classification.module.css';

const pageTexts = inLanguage({
  en: {
    title: 'Components',
    create: 'Create component',
    empty:
      'There are no components yet. With one, bugs can be sorted by the part of the product that they are about.',
    failed: 'Failed to fetch the components',
    saveFailed: 'Failed to save the component',
    deleteFailed: 'Failed to delete the component',
    component: 'Component',
    owner: 'Owner',
    ownerHint: 'Default assignee for new bugs.',
    template: 'Template',
    templateHint: 'What the description of a new bug begins with, such as steps, expected and actual result.',
    hasTemplate: 'Yes',
    editTitle: 'Edit component',
    deleteTitle: 'Delete component',
    deleteText:
      'A component can be deleted only if no bug uses it; otherwise, archive it. Deleting cannot be undone.',
  },
  de: {
    title: 'Komponenten',
    create: 'Komponente anlegen',
    empty:
      'Es gibt noch keine Komponenten. Mit ihnen lassen sich Bugs nach dem Teil des Produkts sortieren, um den es geht.',
    failed: 'Die Komponenten konnten nicht geladen werden',
    saveFailed: 'Die Komponente konnte nicht gespeichert werden',
    deleteFailed: 'Die Komponente konnte nicht gelöscht werden',
    component: 'Komponente',
    owner: 'Zuständig',
    ownerHint: 'Bekommt neue Bugs, die niemandem sonst zugewiesen sind.',
    template: 'Vorlage',
    templateHint:
      'Damit beginnt die Beschreibung eines neuen Bugs: zum Beispiel Schritte, erwartetes und tatsächliches Ergebnis.',
    hasTemplate: 'Ja',
    editTitle: 'Komponente bearbeiten',
    deleteTitle: 'Komponente löschen',
    deleteText:
      'Nur eine Komponente, die kein Bug hat, lässt sich löschen. Andere lassen sich archivieren. Das Löschen lässt sich nicht rückgängig machen.',
  },
});

/* Loaded for the templates of components. */
preloadTextEditor();

const useCreateComponent = creating(createComponent, refreshing(components));
const useUpdateComponent = updating(updateComponent, refreshing(components));
const useDeleteComponent = deleting(deleteComponent, refreshing(components));

const columns: readonly Column<Component>[] = [
  {
    label: pageTexts.component,
    cell: ({ name }) => <span className={styles.name}>{name}</span>,
    title: ({ name }) => name,
  },
  descriptionColumn,
  { label: pageTexts.owner, cell: ({ owner }) => owner && <MarkedPerson {...owner} /> },
  {
    label: pageTexts.template,
    width: 28,
    cell: ({ template }) => (template === '' ? '' : pageTexts.hasTemplate),
  },
  statusColumn,
];

export function ComponentsPage(): React.JSX.Element {
  return (
    <DefinitionsPage
      kind={components}
      permission={componentPermissions.manage}
      texts={pageTexts}
      columns={columns}
      update={useUpdateComponent()}
      archiving={(archived) => ({ archived })}
      Form={ComponentForm}
      Delete={DeleteComponent}
    />
  );
}

function DeleteComponent({ item, onClose }: DialogProps<Component>) {
  return <DeleteDialog item={item} texts={pageTexts} mutation={useDeleteComponent()} onClose={onClose} />;
}

type Typed = z.input<typeof createComponentBody>;
type Body = z.output<typeof createComponentBody>;

function ComponentForm({ item, onClose }: FormProps<Component>) {
  return (
    <DefinitionForm
      item={item}
      texts={pageTexts}
      schema={createComponentBody}
      defaultValues={{
        name: item?.name ?? '',
        description: item?.description ?? '',
        owner: item?.owner?._id ?? '',
        template: item?.template ?? '',
      }}
      create={useCreateComponent()}
      update={useUpdateComponent()}
      changed={changed}
      width="sm"
      onClose={onClose}
    >
      {(control) => (
        <>
          <FormText control={control} name="description" label={texts.description} autoComplete="off" />
          <Owner control={control} component={item} />
          <Template control={control} />
        </>
      )}
    </DefinitionForm>
  );
}

/** Omits unchanged properties, which another admin may have changed in the meantime. */
function changed({ name, description, owner, template }: Component, body: Body): Partial<Body> {
  const before: Body = { name, description, owner: owner?._id ?? null, template };
  const entries = Object.entries(body) as [keyof Body, string | null][];
  return Object.fromEntries(entries.filter(([field, value]) => value !== before[field]));
}

interface FieldProps {
  control: Control<Typed, unknown, Body>;
}

/** Owners are chosen from the same users as assignees, with the same control. */
function Owner({ control, component }: FieldProps & { component: Component | undefined }) {
  const { Editor } = fieldNamed(useBugFields(), 'assignedTo');
  const { value, ...input } = useInput(control, 'owner');
  return (
    <div>
      <Editor
        {...input}
        label={pageTexts.owner}
        name="owner"
        value={value ?? ''}
        bug={undefined}
        stored={component?.owner ?? null}
      />
      <FieldMessage>{pageTexts.ownerHint}</FieldMessage>
    </div>
  );
}

function Template({ control }: FieldProps) {
  const { value, ...input } = useInput(control, 'template');
  return (
    <TextEditor
      {...input}
      label={pageTexts.template}
      name="template"
      value={value ?? ''}
      helperText={pageTexts.templateHint}
      minRows={6}
      max={maxTemplate}
    />
  );
}

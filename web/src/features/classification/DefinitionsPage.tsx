import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType, type ReactNode } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { ManagedTable, OrderedTable, type Column } from '#web/lib/admin/tables.tsx';
import { AdminPage, ForbiddenPage, Permitted, useRefused } from '#web/lib/admin/admin-page.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { inOrder, isArchived, type Definition, type Kind } from './data.ts';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { FormDialog } from '#web/lib/admin/dialogs.tsx';
import type { FormOptions } from '#web/lib/form/problem.ts';
import { FormText } from '#web/lib/form/fields.tsx';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';

export interface FormProps<D> {
  /** Undefined for a new one. */
  item: D | undefined;
  onClose: () => void;
}

export interface DialogProps<D> {
  item: D;
  items: readonly D[];
  onClose: () => void;
}

interface Update<Body> {
  mutate(change: { id: string; body: Body }): void;
  readonly error: Error | null;
}

interface Move {
  mutateAsync(move: { id: string; before: string | null }): Promise<unknown>;
  readonly error: Error | null;
}

interface Props<D extends Definition, Body> {
  kind: Kind<D>;
  permission: Permission;
  texts: {
    readonly title: string;
    readonly create: string;
    readonly empty: string;
    readonly failed: string;
    readonly saveFailed: string;
    readonly moveFailed?: string;
    readonly merge?: string;
  };
  columns: readonly Column<D>[];
  update: Update<Body>;
  /** Present if admins order the definitions. */
  move?: Move;
  /** The change that archives a definition, or restores it. */
  archiving: (archived: boolean) => Body;
  /** Further entries of a row's menu, each with its change. */
  changes?: (item: D) => readonly { readonly label: string; readonly body: Body }[];
  Form: ComponentType<FormProps<D>>;
  Merge?: ComponentType<DialogProps<D>>;
  Delete?: ComponentType<DialogProps<D>>;
}

export const descriptionColumn: Column<{ readonly description: string }> = {
  label: shared.description,
  cell: ({ description }) => description,
  title: ({ description }) => description,
};

export const statusColumn: Column<{ readonly archived: boolean }> = {
  label: shared.status,
  width: 28,
  cell: ({ archived }) => (archived ? shared.archived : shared.active),
};

/** The current action, and its definition: undefined for a new one. */
interface Doing<D> {
  readonly is: 'edit' | 'merge' | 'delete';
  readonly item: D | undefined;
}

/** The page on which admins manage the definitions of a kind. */
export function DefinitionsPage<D extends Definition, Body>(props: Props<D, Body>) {
  return (
    <Permitted to={props.permission}>
      <Definitions {...props} />
    </Permitted>
  );
}

function Definitions<D extends Definition, Body>(props: Props<D, Body>) {
  const { kind, texts } = props;
  const list = useQuery(kind.query);
  const error = failureOf(list);
  const [doing, setDoing] = useState<Doing<D>>();
  if (useRefused(error)) return <ForbiddenPage />;
  const { data: items } = list;
  const create = (
    <Button variant="contained" onClick={() => setDoing({ is: 'edit', item: undefined })}>
      {texts.create}
    </Button>
  );
  return (
    <AdminPage title={texts.title} actions={create}>
      {error && (
        <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!items && !error && <TableSkeleton />}
      {items?.length === 0 && <EmptyState text={texts.empty} />}
      {items && items.length > 0 && <Rows {...props} items={items} onDo={setDoing} />}
      {doing && (
        <CurrentDialog {...props} {...doing} items={items ?? []} onClose={() => setDoing(undefined)} />
      )}
    </AdminPage>
  );
}

interface DialogsProps<D extends Definition, Body>
  extends
    Pick<Props<D, Body>, 'Form' | 'Merge' | 'Delete'>,
    Doing<D>,
    Pick<DialogProps<D>, 'items' | 'onClose'> {}

function CurrentDialog<D extends Definition, Body>(props: DialogsProps<D, Body>) {
  const { is, item, items, onClose, Form, Merge, Delete } = props;
  if (is === 'edit' || !item) return <Form item={item} onClose={onClose} />;
  const Dialog = is === 'merge' ? Merge : Delete;
  return Dialog && <Dialog item={item} items={items} onClose={onClose} />;
}

interface RowsProps<D extends Definition, Body> extends Props<D, Body> {
  items: readonly D[];
  onDo: (doing: Doing<D>) => void;
}

function Rows<D extends Definition, Body>(props: RowsProps<D, Body>) {
  const { kind, texts, items, columns, update, move, archiving, changes, onDo } = props;
  const actions = (item: D) => {
    const doing = (is: Doing<D>['is'], label = '') => ({ label, act: () => onDo({ is, item }) });
    const changing = (label: string, body: Body) => ({
      label,
      act: () => update.mutate({ id: item._id, body }),
    });
    return [
      doing('edit', shared.edit),
      ...(props.Merge && items.length > 1 ? [doing('merge', texts.merge)] : []),
      ...(changes?.(item).map(({ label, body }) => changing(label, body)) ?? []),
      isArchived(item)
        ? changing(shared.restore, archiving(false))
        : changing(shared.archive, archiving(true)),
      ...(props.Delete ? [doing('delete', shared.delete)] : []),
    ];
  };
  const table = { items: inOrder(kind, items), columns, actions };
  return (
    <>
      {update.error && <Notice title={texts.saveFailed} text={reasonOf(update.error)} />}
      {move?.error && <Notice title={texts.moveFailed ?? ''} text={reasonOf(move.error)} />}
      {move ? (
        <OrderedTable
          {...table}
          nameOf={({ name }) => name}
          onMove={({ item, before }) => move.mutateAsync({ id: item._id, before })}
        />
      ) : (
        <ManagedTable {...table} />
      )}
    </>
  );
}

interface DefinitionFormProps<D extends Definition, In extends FieldValues, Out>
  extends FormProps<D>, Pick<FormOptions<In, Out>, 'schema' | 'defaultValues'> {
  texts: { readonly create: string; readonly editTitle: string; readonly saveFailed: string };
  create: { mutateAsync(body: Out): Promise<unknown> };
  update: { mutateAsync(change: { id: string; body: Partial<Out> }): Promise<unknown> };
  /** Returns the part of a changed definition to send; by default, all of it is sent. */
  changed?: (before: D, body: Out) => Partial<Out>;
  width?: 'xs' | 'sm';
  /** The inputs below that of the name. */
  children: (control: Control<In, unknown, Out>) => ReactNode;
}

/** Creates a definition, or changes one. */
export function DefinitionForm<D extends Definition, In extends FieldValues, Out>(
  props: DefinitionFormProps<D, In, Out>,
) {
  const { item, texts, create, update, schema, defaultValues, changed, width, onClose, children } = props;
  const form = useScreenForm<In, Out>({
    schema,
    defaultValues,
    async send(body) {
      if (item) await update.mutateAsync({ id: item._id, body: changed?.(item, body) ?? body });
      else await create.mutateAsync(body);
      onClose();
    },
    problem: texts.saveFailed,
  });
  const { control } = form.form;
  return (
    <FormDialog
      title={item ? texts.editTitle : texts.create}
      form={form}
      {...(width && { width })}
      onClose={onClose}
    >
      <FormText
        control={control}
        name={'name' as FieldPath<In>}
        label={shared.name}
        autoComplete="off"
        autoFocus
      />
      {children(control)}
    </FormDialog>
  );
}

/** The properties of an input of the form. */
export function useInput<In extends FieldValues, Out, Name extends FieldPath<In>>(
  control: Control<In, unknown, Out>,
  name: Name,
) {
  const { field, fieldState, formState } = useController({ control, name });
  const { value, onChange, onBlur, ref } = field;
  return {
    value,
    onChange,
    onBlur,
    inputRef: ref,
    readOnly: formState.isSubmitting,
    error: fieldState.error?.message,
  };
}

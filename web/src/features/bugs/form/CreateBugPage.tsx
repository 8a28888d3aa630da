import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { listed } from '#web/language/language.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { DraftNotice, LeaveQuestion } from '#web/lib/drafts/DraftNotice.tsx';
import { type Drafts, useDrafts } from '#web/lib/drafts/use-drafts.ts';
import { useOpening } from '#web/lib/keyboard/openable.tsx';
import { preloadTextEditor } from '#web/lib/text-editor/TextEditor.tsx';
import { bugInput, changedFields } from '#web/lib/bugs/change/bug-edit.ts';
import { MissingTokenError } from '#web/lib/api/api-error.ts';
import type { BugFieldView, BugInput } from '#web/lib/bugs/bug-field.ts';
import { type CreateAside, type CreateAsideProps, useBugFields, useExtensions } from '#web/lib/extensions.ts';
import { uploadProblem, useUploads } from '#web/lib/files/uploads.ts';
import { Form } from '#web/lib/form/Form.tsx';
import { type Problem, problemOf } from '#web/lib/form/problem.ts';
import { useScreenForm } from '#web/lib/form/use-screen-form.ts';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { parseSearch } from '#web/lib/url-state.ts';
import { createBugBody } from '#web/lib/api/specified.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { ButtonTo } from '#web/ui/links.tsx';
import { SubmitButton } from '#web/ui/inputs/SubmitButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { usePeople } from '#web/features/bugs/data/use-people.ts';
import { filed } from '#web/features/bugs/data/list-place.ts';
import { useCreateBug } from '#web/features/bugs/data/mutations.ts';
import { formTexts } from './texts.ts';
import { BugFields, focusTitle, useTitleFocus } from './BugFields.tsx';
import styles from './form.module.css';

/* Loaded together with the form. */
preloadTextEditor();

export function CreateBugPage(): React.JSX.Element {
  const { list } = usePeople();
  const { data: users, refetch } = list;
  const error = failureOf(list);
  const drafts = useDrafts({ form: newBugForm, schema: bugInput });
  const { offered } = drafts;
  const address = useAddressed();
  const isLoaded = users !== undefined || error !== null;
  const isByKey = useLocation({ select: ({ hash }) => hash === 'title' });
  useOpening({ isOpening: isByKey && !(isLoaded && address), onClose: () => undefined });
  return (
    <Page title={formTexts.createTitle} tabTitle={formTexts.createTitle} width="reading">
      {error && (
        <ErrorState {...createProblem(formTexts.usersFailed, error)} onRetry={() => void refetch()} />
      )}
      {isLoaded && address ? (
        <>
          {address.ignored.length > 0 && (
            <Notice severity="info" title={formTexts.ignored} text={listed(address.ignored)} />
          )}
          {offered && (
            <DraftNotice
              at={offered.at}
              name={offered.value.title}
              onRestore={drafts.restore}
              onDiscard={drafts.discard}
            />
          )}
          <CreateBugForm key={`${drafts.slot} ${address.from}`} begun={address.begun} drafts={drafts} />
        </>
      ) : (
        <LoadingText />
      )}
    </Page>
  );
}

/** The name of the form in the draft store. */
const newBugForm = 'new-bug';

interface FormProps {
  /** The initial values of the fields. */
  begun: BugInput;
  drafts: Drafts<BugInput>;
}

function CreateBugForm({ begun, drafts }: FormProps) {
  const router = useRouter();
  const empty = newBug(useBugFields());
  const create = useCreateBug(drafts.slot);
  const { queue } = useUploads(newBugForm);
  const form = useScreenForm({
    schema: newBugRules,
    defaultValues: drafts.restored ?? begun,
    async send(body) {
      if (isSentElsewhere) return;
      await queue.settled();
      const bug = await create.mutateAsync(body);
      drafts.saved();
      // Does not navigate away from a page that the user has opened meanwhile.
      if (router.latestLocation.pathname !== '/bugs/create') return;
      filed.set(bug);
      await router.navigate({ to: '/bugs' });
    },
    problem: (error) => uploadProblem(error) ?? createProblem(formTexts.createFailed, error),
    onChange: keepTyped,
  });
  const { control, getValues } = form.form;
  const [isSentElsewhere, setSentElsewhere] = useState(false);
  // The shortcut opens `/bugs/create#title`.
  useTitleFocus(useLocation({ select: ({ hash }) => hash === 'title' }));
  useShortcuts({ c: focusTitle });

  function keepTyped() {
    const values = getValues();
    const isOwn = [begun, empty].every((without) => changedFields(without, values).length > 0);
    drafts.keep(isOwn ? values : undefined);
  }

  function cancel() {
    queue.clear();
    drafts.cancel();
  }

  async function sendTo(bugId: string, send: () => Promise<unknown>) {
    if (form.busy || isSentElsewhere) return;
    setSentElsewhere(true);
    try {
      await queue.settled();
      await send();
    } finally {
      setSentElsewhere(false);
    }
    drafts.saved();
    if (router.latestLocation.pathname !== '/bugs/create') return;
    await router.navigate({ to: '/bugs/$id', params: { id: bugId } });
  }

  return (
    <BesideForm
      aside={<CreateAsides control={control} isBusy={form.busy || isSentElsewhere} sendTo={sendTo} />}
    >
      <Form form={form}>
        <LeaveQuestion isUnkept={drafts.isUnkept} />
        <BugFields control={control} form={newBugForm} readOnly={isSentElsewhere} />
        <FormActions>
          <ButtonTo to="/bugs" onBefore={cancel}>
            {formTexts.cancel}
          </ButtonTo>
          <SubmitButton
            busy={form.busy || isSentElsewhere}
            busyLabel={isSentElsewhere ? formTexts.create : formTexts.creating}
          >
            {formTexts.create}
          </SubmitButton>
        </FormActions>
      </Form>
    </BesideForm>
  );
}

/** An error as this screen shows it: under `title`, or under the error's own message if the token is missing. */
function createProblem(title: string, error: unknown): Problem {
  return problemOf(error instanceof MissingTokenError ? error.message : title, error);
}

interface AsidesProps<Out> extends Omit<CreateAsideProps, 'typed'> {
  control: Control<BugInput, unknown, Out>;
}

/** The form, with room beside it for other features' hints on its values; below it on narrow screens. */
function BesideForm({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const hasAside = useExtensions().createAsides.length > 0;
  const isOffered = useAdditions() && hasAside;
  if (!isOffered) return <Surface>{children}</Surface>;
  return (
    <div className={styles.besideForm}>
      <Surface>{children}</Surface>
      <div>{aside}</div>
    </div>
  );
}

/** Other features' parts beside the form for a new bug. */
function CreateAsides<Out>({ control, ...rest }: AsidesProps<Out>) {
  const { createAsides } = useExtensions();
  const [title, description, files] = useWatch({ control, name: ['title', 'description', 'files'] });
  return createAsides.map((aside) => (
    <Loaded key={aside.name} aside={aside} typed={{ title, description, files }} {...rest} />
  ));
}

/** Another feature's part beside the form. If it cannot be loaded, the form works without it. */
function Loaded({ aside: { name, load }, ...props }: CreateAsideProps & { aside: CreateAside }) {
  const { data } = useQuery({
    queryKey: ['code beside the new bug', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  return data ? <data.Content {...props} /> : null;
}

/** The initial values of the form as the address gives them. */
interface Addressed {
  /** The query of the address. */
  readonly from: string;
  readonly begun: BugInput;
  /** The labels of the fields whose values in the address cannot be used. */
  readonly ignored: readonly string[];
}

/** The initial values from the address; undefined until its references are looked up. */
function useAddressed(): Addressed | undefined {
  const fields = useBugFields();
  const client = useQueryClient();
  const { _id: userId } = useUser();
  const from = useLocation({ select: ({ searchStr }) => searchStr });
  const given = givenIn(from, fields);
  const { data } = useQuery({
    queryKey: ['new bug', from],
    queryFn: () => addressed(from, given, { fields, client, userId }),
    enabled: given.length > 0,
    // An omitted value stays omitted while the form is open, and is looked up again when the form is reopened.
    staleTime: Infinity,
    gcTime: 0,
  });
  return given.length === 0 ? { from: '', begun: newBug(fields), ignored: [] } : data;
}

type Given = readonly (readonly [BugFieldView, string])[];

function givenIn(search: string, fields: readonly BugFieldView[]): Given {
  const texts = new Map(Object.entries(parseSearch(search)));
  return fields.flatMap((field) => {
    const text = texts.get(field.inAddress?.name ?? '');
    return text ? [[field, text] as const] : [];
  });
}

interface Known {
  readonly fields: readonly BugFieldView[];
  readonly client: QueryClient;
  readonly userId: string;
}

async function addressed(from: string, given: Given, { fields, ...known }: Known): Promise<Addressed> {
  const read = given.map(async ([field, text]) => {
    // A value whose lookup fails is left out as well: the form works without it.
    const input = await Promise.resolve(field.inAddress?.read(text, known)).catch(() => undefined);
    return { field, input };
  });
  const all = await Promise.all(read);
  const usable = all.filter(({ input }) => input !== undefined);
  const values = Object.fromEntries(usable.map(({ field, input }) => [field.name, input]));
  const templates = usable.map(({ field, input = '' }) => field.template?.(input, known.client));
  const description = templates.find(Boolean);
  return {
    from,
    begun: { ...newBug(fields), ...(description && { description }), ...values },
    ignored: all.flatMap(({ field, input }) => (input === undefined ? [field.label] : [])),
  };
}

/** The initial values of the form of a new bug. */
function newBug(views: readonly BugFieldView[]): BugInput {
  return Object.fromEntries(views.map(({ name, initial }) => [name, initial])) as BugInput;
}

/** The rules for a new bug: the contract's. */
const newBugRules = z.pipe(
  z.pipe(
    z.custom<BugInput>(),
    z.transform((input: BugInput): z.input<typeof createBugBody> => input),
  ),
  createBugBody,
);

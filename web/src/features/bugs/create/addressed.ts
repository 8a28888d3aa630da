import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { BugFieldView, BugInput } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { parseSearch } from '#web/lib/url-state.ts';
import { newBug } from '#web/features/bugs/form/bug-form.ts';

/** The initial values of the form of a new bug. */
interface Addressed {
  /** The query of the address. */
  readonly from: string;
  readonly begun: BugInput;
  /** The labels of the fields whose values in the address cannot be used. */
  readonly ignored: readonly string[];
}

/** The initial values from the address; undefined until its references are looked up. */
export function useAddressed(): Addressed | undefined {
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

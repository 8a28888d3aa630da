import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { BugInput } from '#web/lib/bugs/bug-field.ts';
import { type CreateAside, type CreateAsideProps, useExtensions } from '#web/lib/extensions.ts';
import { Surface } from '#web/ui/Surface.tsx';
import styles from './CreateAsides.module.css';

interface Props<Out> extends Omit<CreateAsideProps, 'typed'> {
  control: Control<BugInput, unknown, Out>;
}

/** The form, with room beside it for other features' hints on its values; below it on narrow screens. */
export function BesideForm({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const hasAside = useExtensions().createAsides.length > 0;
  const isOffered = useAdditions() && hasAside;
  if (!isOffered) return <Surface>{children}</Surface>;
  return (
    <div className={styles.columns}>
      <Surface>{children}</Surface>
      <div>{aside}</div>
    </div>
  );
}

/** Other features' parts beside the form for a new bug. */
export function CreateAsides<Out>({ control, ...rest }: Props<Out>) {
  const { createAsides } = useExtensions();
  const [title, description, files] = useWatch({ control, name: ['title', 'description', 'files'] });
  return createAsides.map((aside) => (
    <Loaded key={aside.name} aside={aside} typed={{ title, description, files }} {...rest} />
  ));
}

/** If it cannot be loaded, the form works without it. */
function Loaded({ aside: { name, load }, ...props }: CreateAsideProps & { aside: CreateAside }) {
  const { data } = useQuery({
    queryKey: ['code beside the new bug', name],
    queryFn: async () => ({ Content: await load() }),
    staleTime: Infinity,
  });
  return data ? <data.Content {...props} /> : null;
}

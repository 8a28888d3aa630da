import { useQuery } from '@tanstack/react-query';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { TextLink } from '#web/ui/links.tsx';
import { referenceQuery } from './references.ts';

const struck = { textDecoration: 'line-through' };

/** `#42` as a link to that bug: title and status on hover, struck through if resolved; text if there is none. */
export function BugLink({ number }: { number: number }): React.JSX.Element {
  const { data: bug } = useQuery(referenceQuery(number));
  const text = `#${number}`;
  if (bug === null) return <span>{text}</span>;
  const isDone = bug?.status === 'resolved';
  return (
    <TextLink
      to="/bugs/$id"
      params={{ id: bug?._id ?? String(number) }}
      preload={false}
      style={isDone ? struck : undefined}
      {...(bug && { title: `${bug.title} (${statusLabels[bug.status]})` })}
    >
      {text}
    </TextLink>
  );
}

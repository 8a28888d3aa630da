import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { TextLink } from '#web/ui/links.tsx';
import { referenceQuery } from './references.ts';

/** `#42` as a link to that bug: title and status on hover, struck through if resolved; text if there is none. */
export function BugLink({ number }: { number: number }): React.JSX.Element {
  const { data: bug } = useQuery(referenceQuery(number));
  const text = `#${number}`;
  if (bug === null) return <span>{text}</span>;
  const isDone = bug?.status === 'resolved';
  return (
    <Struck
      to="/bugs/$id"
      params={{ id: bug?._id ?? String(number) }}
      preload={false}
      data-done={isDone}
      {...(bug && { title: `${bug.title} (${statusLabels[bug.status]})` })}
    >
      {text}
    </Struck>
  );
}

const Struck = styled(TextLink)({
  '&&[data-done="true"]': { textDecoration: 'line-through' },
}) as typeof TextLink;

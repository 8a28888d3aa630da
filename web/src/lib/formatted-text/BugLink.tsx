import { TextLink } from '#web/ui/links.tsx';

/** `#42` as a link to that bug. */
export function BugLink({ number }: { number: number }): React.JSX.Element {
  return (
    <TextLink to="/bugs/$id" params={{ id: String(number) }} preload={false}>
      {`#${number}`}
    </TextLink>
  );
}

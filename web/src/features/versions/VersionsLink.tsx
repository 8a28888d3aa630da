import { ButtonLink } from '#web/ui/links.tsx';
import { texts } from './texts.ts';
import { useVersions } from './use-versions.ts';

/** The link to the versions, if there are any. */
export function VersionsLink() {
  const { versions } = useVersions();
  if (versions.length === 0) return null;
  return <ButtonLink to="/versions">{texts.versions}</ButtonLink>;
}

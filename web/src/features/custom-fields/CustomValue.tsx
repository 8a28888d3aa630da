import { styled } from '@mui/material/styles';
import type { CustomValue as Value } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { texts } from './texts.ts';
import { valueText } from './value-text.ts';

interface Props {
  kind: CustomKind;
  value: Value | undefined;
  /** Whether it is in a row, where a URL is shown as its host. */
  isBrief?: boolean;
}

/** A value as shown on a bug's page and in rows: a URL is a link. */
export function CustomValue({ kind, value, isBrief = false }: Props) {
  if (value === undefined) return <Quiet>{texts.none}</Quiet>;
  // Other kinds of URLs may run scripts.
  if (kind === 'url' && typeof value === 'string' && /^https?:\/\//i.test(value))
    return (
      <Address href={value} rel="noopener noreferrer nofollow" title={value}>
        {isBrief && URL.canParse(value) ? new URL(value).host : value}
      </Address>
    );
  if (kind === 'person' && typeof value === 'object' && !Array.isArray(value))
    return <PersonName id={value._id} name={value.name} />;
  return <Text>{valueText(kind, value)}</Text>;
}

const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

const Text = styled('span')({ overflowWrap: 'anywhere' });

const Address = styled('a')(({ theme }) => ({
  display: 'block',
  // Above the link that covers the row.
  position: 'relative',
  zIndex: 1,
  maxWidth: '100%',
  overflow: 'hidden',
  color: theme.vars.palette.secondary.main,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));

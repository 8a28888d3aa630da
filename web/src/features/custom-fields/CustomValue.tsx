import { styled } from '@mui/material/styles';
import type { CustomValue as Value } from '#contract/classification/custom-field.ts';
import type { CustomKind } from '#contract/classification/custom-fields.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { texts } from './texts.ts';
import { valueText } from './value-text.ts';

interface Props {
  kind: CustomKind;
  value: Value | undefined;
  /** Whether it stands in a row, where an address is named by its host. */
  isBrief?: boolean;
}

/** A value as a bug's page and rows show it: an address is a link. */
export function CustomValue({ kind, value, isBrief = false }: Props) {
  if (value === undefined) return <Quiet>{texts.none}</Quiet>;
  // Of other kinds of addresses, the browser may run scripts.
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
  // Above the link that reaches over a row.
  position: 'relative',
  zIndex: 1,
  maxWidth: '100%',
  overflow: 'hidden',
  color: theme.vars.palette.secondary.main,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));

import { styled } from '@mui/material/styles';
import type { CustomValue as Value } from '#contract/custom-field.ts';
import type { CustomField } from '#contract/custom-fields.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { texts } from './texts.ts';
import { valueText } from './value-text.ts';

interface Props {
  field: CustomField;
  value: Value | undefined;
}

/** A value as a bug's page shows it: an address is a link. */
export function CustomValue({ field: { kind }, value }: Props) {
  if (value === undefined) return <Quiet>{texts.none}</Quiet>;
  // Of other kinds of addresses, the browser may run scripts.
  if (kind === 'url' && typeof value === 'string' && /^https?:\/\//i.test(value))
    return (
      <Address href={value} rel="noopener noreferrer nofollow" title={value}>
        {value}
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
  maxWidth: '100%',
  overflow: 'hidden',
  color: theme.vars.palette.secondary.main,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));

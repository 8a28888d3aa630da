import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { styled } from '@mui/material/styles';
import type { Session } from '#contract/accounts/sessions.ts';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import { deviceName } from './device-name.ts';
import { texts } from './texts.ts';

interface Props {
  session: Session;
  busy: boolean;
  onEnd: (session: Session) => void;
}

export function SessionItem({ session, busy, onEnd }: Props) {
  const { _id, device, address, lastUsedAt, current } = session;
  const nameId = `session-${_id}`;
  return (
    <Item>
      <div>
        <Device title={device}>
          <span id={nameId}>{deviceName(device)}</span>
          {current && <Chip label={texts.thisSession} />}
        </Device>
        <Use>
          <Sentence
            text={texts.lastUsed}
            parts={{
              time: <Time value={lastUsedAt} format="date-time" />,
              address: address || texts.unknownPlace,
            }}
          />
        </Use>
      </div>
      <Button
        variant="outlined"
        size="small"
        aria-describedby={nameId}
        aria-disabled={busy}
        onClick={busy ? undefined : () => onEnd(session)}
      >
        {texts.end}
      </Button>
    </Item>
  );
}

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: theme.spacing(3),
  paddingBlock: theme.spacing(3),
  overflowWrap: 'anywhere',
}));

const Device = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(2),
  fontWeight: theme.typography.fontWeightMedium,
}));

const Use = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

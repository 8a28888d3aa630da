import Button from '@mui/material/Button';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useSendConfirmation } from './mutations.ts';
import { texts } from './texts.ts';

/** Has the link sent again that confirms the address, and says what came of it. */
export function SendAgain() {
  const { mutate, isPending, isSuccess, error } = useSendConfirmation();
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-disabled={isPending}
        onClick={isPending ? undefined : () => mutate()}
      >
        {texts.sendAgain}
      </Button>
      {/* Always there, so that what appears in it is said. */}
      <span role="status">
        {isSuccess && texts.sentAgain}
        {error && `${texts.sendFailed}: ${reasonOf(error)}`}
      </span>
    </>
  );
}

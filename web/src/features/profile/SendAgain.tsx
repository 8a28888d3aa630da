import Button from '@mui/material/Button';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useSendConfirmation } from './mutations.ts';
import { texts } from './texts.ts';

/** A button that sends the confirmation link again, and its result. */
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
      {/* Always in the page, so that screen readers announce its text. */}
      <span role="status">
        {isSuccess && texts.sentAgain}
        {error && `${texts.sendFailed}: ${reasonOf(error)}`}
      </span>
    </>
  );
}

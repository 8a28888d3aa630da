import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link that looks like a button, for going to where something is done. */
export const ButtonLink = createLink(Button);

/** A link within text or a table. */
export const TextLink = createLink(Link);

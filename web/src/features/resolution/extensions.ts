import type { Extensions } from '#web/lib/extensions.ts';
import { resolutionView } from './resolution-field.tsx';

export const resolutionExtensions: Extensions = { bugFields: [resolutionView] };

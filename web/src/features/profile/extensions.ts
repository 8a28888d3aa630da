import type { Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';

export const profileExtensions: Extensions = {
  shortcuts: [{ keys: 'g p', label: extensionTexts.go, to: '/profile' }],
};

/** Both work while the user types. */
export const openKey = 'Ctrl+.';
export const sameKey = 'Ctrl+j';

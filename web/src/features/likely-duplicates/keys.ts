/** Both work while one types. */
export const openKey = 'Ctrl+.';
export const sameKey = 'Ctrl+j';

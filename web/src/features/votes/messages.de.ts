/** The German names of the fields of votes in messages of other catalogues. */
export const fields = { Environment: 'Umgebung' };

/** The German names of votes' fields in messages of other catalogues. */
export const fields = { Environment: 'Umgebung' };

/** What the messages of other catalogues call the fields of votes, in German. */
export const fields = { Environment: 'Umgebung' };

/** The name of a bug's edit form in the draft store. */
export const editForm = (id: string) => `bug:${id}`;

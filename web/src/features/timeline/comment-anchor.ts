const prefix = 'comment-';
const id = /^comment-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** How the address of a bug's page names a comment, behind `#`. */
export const commentAnchor = {
  of: (commentId: string) => `${prefix}${commentId}`,
  idIn: (hash: string) => id.exec(hash)?.[1],
};

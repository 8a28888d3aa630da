const anchorPrefix = 'comment-';
const anchor = /^comment-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The fragment of a bug page's URL that names a comment. */
export const commentAnchor = {
  of: (commentId: string) => `${anchorPrefix}${commentId}`,
  idIn: (hash: string) => anchor.exec(hash)?.[1],
};

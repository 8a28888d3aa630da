/** How long the notice of a success is shown, in milliseconds, unless it has the focus or the pointer. */
export const noticeShownFor = 8_000;

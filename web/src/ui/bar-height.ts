/** How high the bar of the application is, in pixels, with the line under it and its links folded. */
export const barHeight = 53;

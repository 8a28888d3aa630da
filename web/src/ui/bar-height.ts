/** The height of the application's bar with folded links, in pixels, including the line below it. */
export const barHeight = 53;

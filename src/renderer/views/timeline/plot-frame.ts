/** Room around the plots for their axes, in pixels; all plots share it, so that their messages stand below each other. */
export const plotFrame = { left: 76, right: 24 } as const

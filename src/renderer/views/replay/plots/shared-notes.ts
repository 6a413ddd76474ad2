/** What is said below a plot of marks that would cover each other. */
export const besideNote =
  'Marks that would cover each other stand beside each other, each with a line to its place.'

/** The same below a plot of lines, and how lines that would cover each other are drawn. */
export const sharedNote = `Where policies have the same values, their colours take turns along the line. ${besideNote}`

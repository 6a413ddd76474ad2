/** Of a report, in bytes: it holds whole contexts where they were asked for. */
export const longestReport = 2 ** 28

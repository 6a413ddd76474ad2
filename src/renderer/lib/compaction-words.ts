/** What others call a condensation and what makes one, as people type it where they look for something. */
export const compactionWords = ['compaction', 'compact', 'context editing', 'summary', 'condensation']

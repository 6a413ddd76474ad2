/** The key, the group and the metric of experiment files that earlier versions knew. */
const retired: readonly string[] = ['likelihood', 'next-action-likelihood']

/**
 * What follows `There is no key likelihood here`: what became of a name that earlier versions knew, and what to ask for
 * instead. Null for any other name. Whoever opens an experiment file of an earlier version reads this.
 */
export function explainRetired(name: string): string | null {
  return retired.includes(name)
    ? ': the likelihood of the next actions is no longer measured. Leave it out, or ask for head-start, which needs no model.'
    : null
}

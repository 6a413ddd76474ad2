const noLikelihood =
  ': the likelihood of the next actions is no longer measured. Leave it out, or ask for head-start, which needs no model.'
const noContradictions =
  ': contradictions are no longer measured, because none held on real summaries. Leave it out, or ask for knows-done.'

/** The key, the group and the metrics of experiment files that earlier versions knew, and what became of them. */
const retired: Readonly<Record<string, string>> = {
  likelihood: noLikelihood,
  'next-action-likelihood': noLikelihood,
  contradictions: noContradictions,
  'contradictions-summary': noContradictions,
}

/**
 * What follows `There is no key likelihood here`: what became of a name that earlier versions knew, and what to ask for
 * instead. Null for any other name. Whoever opens an experiment file of an earlier version reads this.
 */
export function explainRetired(name: string): string | null {
  return Object.hasOwn(retired, name) ? (retired[name] ?? null) : null
}

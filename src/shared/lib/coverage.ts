import type { MetricInfo } from '../domain/quality.ts'

/** Whether every cell has something to measure: each takes money and time, while not each has facts of a class. */
export function isOfEveryCell({ group }: Pick<MetricInfo, 'group'>): boolean {
  return group === 'cost' || group === 'time'
}

/** Checkpoints that a figure rests on, and how many it should. */
type Coverage = { readonly n?: number | undefined; readonly outOf?: number | undefined }

/** `6 of 29` where a figure rests on fewer checkpoints than it should; empty where on all. */
export function coverageText({ n, outOf }: Coverage): string {
  return n === undefined || outOf === undefined || n >= outOf ? '' : `${n} of ${outOf}`
}

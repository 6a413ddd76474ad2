import { reportLayout, type Summarise } from './document/report-input.ts'
import { newerThanThis, readDataIsland } from './html/data-island.ts'
import { htmlReport } from './html/html-report.ts'

/**
 * Makes an HTML report anew from the data in one that came from elsewhere, and says whose it is. Of its markup nothing is
 * left: it could hold scripts, or figures that do not follow from the data.
 */
export function rebuildReport(options: {
  readonly report: string
  /** Whoever it came from, as they call themselves. */
  readonly pushedBy: string
  readonly summarise: Summarise
}): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const read = readDataIsland(options.report)
  if (!read.ok) return read
  const newer = newerThanThis(read.data)
  if (newer !== '') return { ok: false, message: newer }
  const { experiment, baselineId, figuresVersion } = read.data
  const summary = { ...experiment.summary, pushedBy: options.pushedBy }
  const data = { ...read.data, experiment: { ...experiment, summary }, layout: reportLayout }
  try {
    const results = options.summarise(data.experiment, baselineId, figuresVersion)
    return { ok: true, text: htmlReport({ ...data, results }) }
  } catch (error) {
    // Data that no run could have left, such as a baseline that is no variant.
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `its data come to nothing: ${why}` }
  }
}

import type { Autopsy } from '../../../../shared/condensations/autopsy-types.ts'
import { listRecordedCuts } from '../../../kernel/history/list-recorded-cuts.ts'
import { collectLineKeys } from '../../../measure/needed/find-needed.ts'
import { openResult, openThreadCounter, openWhole } from '../../../platform/workers/documents.ts'
import type { Job, ResultRef } from '../../../platform/workers/job.ts'
import { readRun, type RecordInput } from '../../library/jobs/view-requests.ts'
import { buildAutopsy, findMissingByNumber } from '../compute/build-autopsy.ts'
import { isHeld } from '../compute/find-missing.ts'

/** What each condensation of the agent left out. */
export const autopsyTask: Job<RecordInput, Autopsy> = async (input, context) => {
  const run = await readRun(input, context)
  const { messages, contexts } = await openWhole(input.source)
  return buildAutopsy(run, await openThreadCounter(), {
    cuts: listRecordedCuts(messages, contexts),
    signal: context.signal,
    onProgress: (done, total) => {
      context.onProgress({ stage: 'examining', label: 'Examining condensations', done, total })
    },
  })
}

type KeptInput = RecordInput & {
  readonly n: number
  /** Messages of the file before the condensation. */
  readonly cut: number
  /** What methods made of the history at the cut; null where one left it as it was. */
  readonly results: readonly (ResultRef | null)[]
}

/** How many of the things that a condensation left out and that were needed stand in each of some results. */
export const countKeptThings: Job<KeptInput, readonly number[]> = async (input, context) => {
  const { n, cut, results, source } = input
  const run = await readRun(input, context)
  const missing = findMissingByNumber(run, n, await openThreadCounter())
  const counts: number[] = []
  for (const result of results) {
    const { conversation } = await openResult({ ...source, cut }, result)
    const lines = collectLineKeys(conversation)
    counts.push(missing.filter(({ thing }) => isHeld(thing, lines)).length)
  }
  return counts
}

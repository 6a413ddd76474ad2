import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { EstimatedRow } from '../../../../shared/condense/runs-contract.ts'
import { estimateRun } from '../../../methods/estimates/estimate-run.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { alignRows } from '../compute/align-rows.ts'
import { findMessageText } from './find-message-text.ts'
import { prepareChain, type RunInput } from './run-methods.ts'

/** Messages of a preview that are shown with their texts. */
const shown = 5

/** What the first provider of a run would give, and the first messages of it. */
export const estimateRunJob: Job<
  RunInput,
  { readonly estimate: RunEstimate; readonly rows: readonly EstimatedRow[] }
> = async (input, context) => {
  const { steps, options, charged } = await prepareChain(input, context)
  const [method] = steps
  if (method === undefined) throw new RangeError('An estimate needs a provider.')
  const { estimate: own, outcome } = await estimateRun({ ...options, method })
  const estimate = { ...own, ...charged() }
  const { conversation } = options
  if (outcome.condensed === null) return { estimate, rows: [] }
  const { conversation: result, provenance } = outcome.condensed
  const rows = alignRows(conversation, result, provenance)
    .slice(0, shown)
    .map((row) => ({
      sources: row.result === null ? [] : [...(provenance.messages[row.result.index]?.sources ?? [])],
      fate: row.fate,
      source: findMessageText(conversation, row.source?.index ?? null),
      result: findMessageText(result, row.result?.index ?? null),
    }))
  return { estimate, rows }
}

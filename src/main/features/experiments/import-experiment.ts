import {
  experimentExportSchema,
  type ExperimentExport,
  type ExperimentSummary,
} from '../../../shared/experiments/experiment-types.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { formatIssueSentence } from '../../../shared/kernel/describe-issue.ts'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import type { StoredBlob, StoredCell } from '../../platform/store/records.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireExperimentSummary } from '../common/require-stored.ts'
import { readDataIsland } from '../reports/compute/html/render-data-island.ts'
import { leaveOutRetired } from '../reports/compute/leave-out-retired.ts'
import { openResult } from './open-result.ts'

type ImportServices = Pick<CoreServices, 'store' | 'now' | 'newId'>

/**
 * Takes the experiment of a JSON or an HTML report into the library. Tasks that are there with the very same history
 * become its sources, so that its results can be looked at. A problem where the text is neither.
 */
export async function importExperiment(
  { store, now, newId }: ImportServices,
  text: string,
  { isSample = false, pushedBy }: { readonly isSample?: boolean; readonly pushedBy?: string } = {},
): Promise<ExperimentSummary> {
  const { summary, plan, cells, results = {}, judgements = {}, text: yaml } = readExport(text)
  const id = newId()
  const wanted = new Set(plan.checkpoints.map(({ snapshotSha256 }) => snapshotSha256))
  const unpackAll = (packed: Readonly<Record<string, string>>) =>
    new Map(Object.entries(packed).map(([cellId, one]) => [cellId, unpackBlob(cellId, one)]))
  const blobs = unpackAll(results)
  const said = unpackAll(judgements)
  await store.experiments.insert(
    {
      id,
      name: summary.name,
      contentSha256: summary.contentSha256,
      status: summary.status === 'running' ? 'interrupted' : summary.status,
      reason: summary.reason,
      isSample,
      isImported: true,
      ...(pushedBy === undefined ? {} : { pushedBy }),
      createdTs: summary.createdTs,
      finishedTs: summary.finishedTs ?? now(),
      text: yaml,
      bookedUsd: summary.costUsd,
      plan,
      sources: [...(await store.tasks.findSources([...wanted]))],
    },
    cells.map((cell) => {
      const blob = blobs.get(cell.id)
      const stored: StoredCell = {
        ...cell,
        experimentId: id,
        // What came from elsewhere is never taken for a cell of one's own.
        key: `imported ${id} ${cell.id}`,
        payloadBlob: blob?.hash ?? null,
        judgementsBlob: said.get(cell.id)?.hash ?? null,
      }
      return { cell: stored, blobs: [blob, said.get(cell.id)].filter((one) => one !== undefined) }
    }),
  )
  return requireExperimentSummary(store, id)
}

function readExport(text: string): ExperimentExport {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart()
  if (trimmed.startsWith('<')) {
    const read = readDataIsland(trimmed)
    if (!read.ok) throw createNoExperimentProblem(read.message.replace(/\.$/, ''))
    return read.data.experiment
  }
  let value: unknown
  try {
    value = parseJson(trimmed)
  } catch (error) {
    const reason = describeError(error)
    throw createNoExperimentProblem(`This is neither a JSON nor an HTML report: ${reason}`)
  }
  const parsed = experimentExportSchema.safeParse(leaveOutRetired(value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw createNoExperimentProblem(
    `This is no exported experiment: at ${issue?.path.join('.') ?? ''}, ${issue === undefined ? '' : formatIssueSentence(issue, 'it')}`,
  )
}

function unpackBlob(cellId: string, packed: string): StoredBlob {
  try {
    return openResult(packed)
  } catch (error) {
    const why = describeError(error)
    throw createNoExperimentProblem(`The result of the cell ${cellId} is damaged: ${why}`)
  }
}

function createNoExperimentProblem(message: string): Problem {
  return new Problem({
    code: 'bad-input',
    message,
    where: '',
    hint: 'Choose a JSON or HTML report that `dewpoint experiment export` wrote.',
  })
}

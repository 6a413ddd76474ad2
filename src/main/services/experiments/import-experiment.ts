import {
  experimentExportSchema,
  type ExperimentExport,
  type ExperimentSummary,
} from '../../../shared/domain/experiment.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'
import { readDataIsland } from '../../reports/html/data-island.ts'
import { leaveOutRetired } from '../../reports/leave-out-retired.ts'
import type { StoredBlob, StoredCell } from '../../store/records.ts'
import { sentenceOfIssue } from '../../../shared/lib/describe-issue.ts'
import { Problem } from '../problem.ts'
import type { CoreServices } from '../core-services.ts'
import { requireExperimentSummary } from '../require-stored.ts'
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
  const opened = (packed: Readonly<Record<string, string>>) =>
    new Map(Object.entries(packed).map(([cellId, one]) => [cellId, unpacked(cellId, one)]))
  const blobs = opened(results)
  const said = opened(judgements)
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
      sources: [...(await store.tasks.sourcesOf([...wanted]))],
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
    if (!read.ok) throw noExperiment(read.message.replace(/\.$/, ''))
    return read.data.experiment
  }
  let value: unknown
  try {
    value = parseJson(trimmed)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw noExperiment(`This is neither a JSON nor an HTML report: ${reason}`)
  }
  const parsed = experimentExportSchema.safeParse(leaveOutRetired(value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw noExperiment(
    `This is no exported experiment: at ${issue?.path.join('.') ?? ''}, ${issue === undefined ? '' : sentenceOfIssue(issue, 'it')}`,
  )
}

function unpacked(cellId: string, packed: string): StoredBlob {
  try {
    return openResult(packed)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw noExperiment(`The result of the cell ${cellId} is damaged: ${why}`)
  }
}

function noExperiment(message: string): Problem {
  return new Problem({
    code: 'bad-input',
    message,
    where: '',
    hint: 'Choose a JSON or HTML report that `dewpoint experiment export` wrote.',
  })
}

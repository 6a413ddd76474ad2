import type { Report } from '../../../../shared/experiments/contract.ts'
import type { PartCell, PartHeader } from '../../../../shared/experiments/experiment-part-types.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import type { StoredCell } from '../../../platform/store/records.ts'
import type { CoreServices } from '../../common/core-services.ts'
import { Problem } from '../../common/problem.ts'
import { requireExperiment, requireExperimentSummary } from '../../common/require-stored.ts'
import { findModelIdentities } from '../compute-cell-key.ts'
import { toPublic } from '../work-on-cell.ts'

/** Writes what a shard has done, one JSON value a line. A problem where the experiment is no shard. */
export async function writePart(
  { store, info }: Pick<CoreServices, 'store' | 'info'>,
  experimentId: string,
): Promise<Report> {
  const { plan, text } = await requireExperiment(store, experimentId)
  const { shard, ...whole } = plan
  if (shard === undefined) {
    throw new Problem({
      code: 'bad-input',
      message: `The experiment ${experimentId} is no shard`,
      where: experimentId,
      hint: 'Export it as JSON instead: it is whole.',
    })
  }
  const { status, costUsd, createdTs, finishedTs } = await requireExperimentSummary(store, experimentId)
  const { index, of, cells: ownCells, wholeSha256 } = shard
  const header: PartHeader = {
    format: 'dewpoint-experiment-part',
    version: 1,
    writtenBy: info.version,
    shard: { index, of, cells: ownCells },
    contentSha256: wholeSha256,
    experimentId,
    status,
    costUsd,
    createdTs,
    finishedTs,
    name: plan.file.name,
    text,
    plan: whole,
    models: Object.fromEntries(
      [...(await findModelIdentities(store, plan))].map(([id, model]) => [id, computeSha256(model ?? '')]),
    ),
  }
  const lines = [formatJsonLine({ header })]
  const cells = await store.experiments.cells(experimentId)
  for (const cell of cells) lines.push(formatJsonLine(await packCell(store, cell)))
  lines.push(formatJsonLine({ end: { cells: cells.length } }))
  return {
    fileName: `part-${index}-of-${of}.jsonl`,
    mediaType: 'application/jsonl',
    text: lines.join(''),
  }
}

async function packCell(
  { blobs }: Pick<CoreServices['store'], 'blobs'>,
  cell: StoredCell,
): Promise<PartCell> {
  const readBlobAsBase64 = async (hash: string | null): Promise<string | undefined> => {
    const bytes = hash === null ? null : await blobs.get(hash)
    return bytes === null ? undefined : Buffer.from(bytes).toString('base64')
  }
  const payload = await readBlobAsBase64(cell.payloadBlob)
  const judgements = await readBlobAsBase64(cell.judgementsBlob)
  return {
    cell: toPublic(cell),
    ...(payload === undefined ? {} : { payload }),
    ...(judgements === undefined ? {} : { judgements }),
  }
}

function formatJsonLine(content: object): string {
  return `${JSON.stringify({ sha256: computeSha256(JSON.stringify(content)), ...content })}\n`
}

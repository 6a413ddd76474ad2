import type { MergeNote } from '../../../../shared/experiments/experiment-part-types.ts'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { findLargest, findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { mergeNoteText } from '../../../../shared/kernel/words/part-words.ts'
import type { StoredBlob, StoredCell } from '../../../platform/store/records.ts'
import type { CoreServices } from '../../common/core-services.ts'
import { Problem } from '../../common/problem.ts'
import { requireExperimentSummary } from '../../common/require-stored.ts'
import { mergeParts, type MergedParts } from './merge-parts.ts'
import { readPart, type PartText, type ReadPart, type ReadPartCell } from './read-part.ts'

/**
 * Takes what shards have done into the library, as one experiment. Tasks that are there with the very same history
 * become its sources. A problem, and nothing kept, where the parts do not fit together, or where cells are missing and
 * nobody said that they may.
 */
export async function importParts(
  { store, now, newId }: Pick<CoreServices, 'store' | 'now' | 'newId'>,
  texts: readonly PartText[],
  isPartial: boolean,
): Promise<{ readonly summary: ExperimentSummary; readonly notes: readonly MergeNote[] }> {
  const parts: ReadPart[] = []
  for (const text of texts) {
    parts.push(readPart(text))
    // Each may hold hundreds of megabytes.
    await new Promise(setImmediate)
  }
  const merged = mergeParts(parts)
  if (!merged.isWhole && !isPartial) throw createIncompleteProblem(merged)
  const id = newId()
  const { plan } = merged
  const wanted = new Set(plan.checkpoints.map(({ snapshotSha256 }) => snapshotSha256))
  const headers = parts.map(({ header }) => header)
  const first = headers.find((header) => header.plan === plan)
  await store.experiments.insert(
    {
      id,
      name: plan.file.name,
      contentSha256: first?.contentSha256 ?? '',
      status: merged.isWhole ? 'finished' : 'interrupted',
      reason: '',
      isSample: false,
      isImported: true,
      createdTs: findSmallest(headers.map(({ createdTs }) => createdTs)),
      finishedTs: findLargest(headers.map(({ finishedTs }) => finishedTs ?? now())),
      text: first?.text ?? '',
      plan,
      sources: [...(await store.tasks.findSources([...wanted]))],
      bookedUsd: merged.costUsd,
    },
    merged.cells.map((cell) => buildStoredCell(id, cell)),
  )
  return { summary: await requireExperimentSummary(store, id), notes: merged.notes }
}

function buildStoredCell(
  experimentId: string,
  { cell, payload, judgements }: ReadPartCell,
): { readonly cell: StoredCell; readonly blobs: readonly StoredBlob[] } {
  return {
    cell: {
      ...cell,
      experimentId,
      // What came in a file is never taken for a cell of one's own.
      key: `imported ${experimentId} ${cell.id}`,
      payloadBlob: payload?.hash ?? null,
      judgementsBlob: judgements?.hash ?? null,
    },
    blobs: [payload, judgements].filter((blob) => blob !== null),
  }
}

function createIncompleteProblem({ notes }: MergedParts): Problem {
  const lacks = notes.filter(({ code }) => code.startsWith('missing') || code === 'unfinished-part')
  return new Problem({
    code: 'bad-input',
    message: `The parts are not the whole experiment. ${lacks.map(mergeNoteText).join(' ').replace(/\.$/, '')}`,
    where: '',
    hint: 'Add the missing parts, or take what is there with `--partial`.',
  })
}

import type { Expanded, ResultSource } from '../../../shared/api/runs.ts'
import type { ResultFile } from '../../../shared/domain/result-file.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import type { SourceRef } from '../../workers/job.ts'
import { Problem } from '../problem.ts'
import { readResultFile } from './read-result-file.ts'
import { resultFileOf } from './result-file-of.ts'
import type { CoreServices } from '../core-services.ts'
import { runSource } from '../sources.ts'

/** The source of a result, from the result alone where that is possible and from the store where it is not. */
export async function expandResultSource(services: CoreServices, input: ResultSource): Promise<Expanded> {
  const file =
    'runId' in input
      ? await resultFileOf(services, input.runId)
      : readResultFile(input.file.name, input.file.text)
  const where = 'runId' in input ? input.runId : input.file.name
  const { messages, provenance, source } = file
  const { hidden, sha256, style } = source
  const stored = await storedSource(services, file)
  const output = await services.engine.run('expandResult', {
    messages,
    provenance,
    tag: file.tag ?? null,
    hidden,
    sha256,
    style,
    stored,
  })
  switch (output.kind) {
    case 'expanded': {
      const { kind: _kind, messages: expanded, ...rest } = output
      return { ...rest, messages: [...expanded] }
    }
    case 'not-reversible':
      throw new Problem({
        code: 'not-reversible',
        message: `${countOf(output.superseded, 'part')} of its source cannot be had back from this result, and the store does not have it`,
        where,
        hint: 'Expand it with the data folder of the run (`--data`), or condense with `--preset strict`.',
      })
    case 'damaged':
      throw new Problem({
        code: 'unreadable',
        message: `The messages no longer fit their provenance: ${output.message}`,
        where,
        hint: 'The result was changed after it was written; condense the source again.',
      })
    default:
      return assertNever(output)
  }
}

async function storedSource({ store }: CoreServices, { runId }: ResultFile): Promise<SourceRef | null> {
  const run = runId === null ? null : await store.runs.get(runId)
  return run === null ? null : runSource(store, run)
}

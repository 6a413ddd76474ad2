import type { ResultSource } from '../../../shared/api/runs.ts'
import type { CheckReport } from '../../../shared/api/tasks.ts'
import type { ResultFile } from '../../../shared/domain/result-file.ts'
import type { CheckOutput } from '../../workers/jobs/results/check-messages.ts'
import type { CheckResultFileOutput } from '../../workers/jobs/results/check-result-file.ts'
import { readResultFile } from './read-result-file.ts'
import type { CoreServices } from '../core-services.ts'
import { requireRun, runResult, runSource } from '../sources.ts'

/** Checks a run against its source, or a result file against all that it and the store say of its source. */
export async function checkResultSource(
  { store, engine }: CoreServices,
  input: ResultSource,
): Promise<CheckReport> {
  if ('file' in input) {
    const { name, text } = input.file
    return checkFile({ store, engine }, readResultFile(name, text))
  }
  const run = await requireRun(store, input.runId)
  const source = await runSource(store, run)
  if (run.status === 'unchanged') return report(await engine.run('checkTask', { source }))
  const stored = { source, result: await runResult(store, run) }
  return report(
    await engine.run('checkRun', { ...stored, providerId: run.providerId, settings: run.settings }),
  )
}

async function checkFile(
  { store, engine }: Pick<CoreServices, 'store' | 'engine'>,
  { messages, provenance, tag, source, providerId, settings, runId }: ResultFile,
): Promise<CheckReport> {
  const run = runId === null ? null : await store.runs.get(runId)
  const stored =
    run === null
      ? null
      : {
          source: await runSource(store, run),
          result: run.payloadBlob === null ? null : await runResult(store, run),
        }
  const { hidden, sha256 } = source
  return report(
    await engine.run('checkResultFile', {
      messages,
      provenance,
      tag: tag ?? null,
      hidden,
      sha256,
      stored,
      providerId: run?.providerId ?? providerId,
      settings: run?.settings ?? settings,
    }),
  )
}

function report({
  messages,
  violations,
  unchecked,
}: CheckOutput & Partial<CheckResultFileOutput>): CheckReport {
  const left = unchecked === undefined || unchecked.length === 0 ? {} : { unchecked: [...unchecked] }
  return { ok: violations.length === 0, messages, violations: [...violations], ...left }
}

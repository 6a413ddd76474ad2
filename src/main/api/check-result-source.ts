import type { ResultSource } from '../../shared/api/runs.ts'
import type { CheckReport } from '../../shared/api/tasks.ts'
import { readResultFile } from './read-result-file.ts'
import type { Services } from './services.ts'
import { requireRun, runResult, runSource } from './sources.ts'

/** Checks a run against its source, or the messages of a result file on their own. */
export async function checkResultSource(
  { store, engine }: Services,
  input: ResultSource,
): Promise<CheckReport> {
  if ('file' in input) {
    const { messages } = readResultFile(input.file.name, input.file.text)
    return report(await engine.run('checkMessages', { messages }))
  }
  const run = await requireRun(store, input.runId)
  const source = await runSource(store, run)
  if (run.status === 'unchanged') return report(await engine.run('checkTask', { source }))
  const stored = { source, result: await runResult(store, run) }
  return report(
    await engine.run('checkRun', { ...stored, providerId: run.providerId, settings: run.settings }),
  )
}

function report({
  messages,
  violations,
}: {
  readonly messages: number
  readonly violations: readonly CheckReport['violations'][number][]
}): CheckReport {
  return { ok: violations.length === 0, messages, violations: [...violations] }
}

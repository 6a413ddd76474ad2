import type { ResultFile } from '../../../shared/condense/result-file-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireRun } from '../common/require-stored.ts'
import { runResult, runSource } from '../library/sources.ts'

/** The result of a run as a file that stands on its own. */
export async function buildResultFile({ store, engine }: CoreServices, runId: string): Promise<ResultFile> {
  const run = await requireRun(store, runId)
  const result = run.status === 'unchanged' ? null : await runResult(store, run)
  const task = await store.tasks.get(run.taskId)
  const input = { source: await runSource(store, run), result }
  const { messages, provenance, tag, hidden, style, sourceSha256 } = await engine.run('resultMessages', input)
  if (run.outcome === null) {
    throw new Problem({
      code: 'storage',
      message: `The run ${runId} has a result but no outcome`,
      where: runId,
      hint: 'Run it again.',
    })
  }
  return {
    dewpoint: { kind: 'result', version: 1 },
    runId,
    providerId: run.providerId,
    providerVersion: run.providerVersion,
    settings: run.settings,
    source: { path: task?.path ?? '', sha256: sourceSha256, style, hidden: [...hidden] },
    outcome: run.outcome,
    provenance,
    ...(tag === null ? {} : { tag }),
    messages: [...messages],
  }
}

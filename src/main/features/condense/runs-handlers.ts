import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { endWithCaller } from '../common/end-with-caller.ts'
import { implementer } from '../common/implementer.ts'
import { requireRun, requireRunSummary } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { runResult, runSource } from '../library/sources.ts'
import { buildResultFile } from './build-result-file.ts'
import { prepareEstimate } from './prepare-run.ts'
import { checkResultSource, expandResultSource } from './result-sources.ts'

/** Handlers of the `runs` area. */
export function createRunsHandlers(services: Services) {
  const { store, engine, runs } = services
  const area = implementer.runs
  const stored = async (runId: string) => {
    const run = await requireRun(store, runId)
    return { source: await runSource(store, run), result: await runResult(store, run) }
  }
  return {
    // The result that stands for what an agent did itself is nothing that anybody ran.
    list: area.list.handler(async ({ input }) =>
      (await store.runs.list(input.taskId)).filter(({ providerId }) => providerId !== recordedMethodId),
    ),
    start: area.start.handler(({ input }) => runs.start(input)),
    estimate: area.estimate.handler(async ({ input, signal }) => {
      const { input: job, said } = await prepareEstimate(services, input)
      const { estimate, rows } = await engine.run('estimateRun', job, { signal })
      return { estimate: { ...estimate, ...said }, rows: [...rows] }
    }),
    watch: area.watch.handler(({ input, signal }) => runs.watch(input.runId, signal)),
    cancel: area.cancel.handler(({ input }) => runs.cancel(input.runId)),
    get: area.get.handler(({ input }) => requireRunSummary(store, input.runId)),
    remove: area.remove.handler(async ({ input }) => {
      await runs.cancel(input.runId)
      await store.runs.remove(input.runId)
    }),
    rows: area.rows.handler(async ({ input, signal }) => [
      ...(await engine.run('resultRows', await stored(input.runId), { signal })),
    ]),
    texts: area.texts.handler(async ({ input: { runId, ...row }, signal }) =>
      engine.run('resultTexts', { ...(await stored(runId)), ...row }, { signal }),
    ),
    manyTexts: area.manyTexts.handler(async ({ input: { runId, rows }, signal }) => [
      ...(await engine.run('manyResultTexts', { ...(await stored(runId)), rows }, { signal })),
    ]),
    result: area.result.handler(({ input, signal }) =>
      buildResultFile(endWithCaller(services, signal), input.runId),
    ),
    expand: area.expand.handler(({ input, signal }) =>
      expandResultSource(endWithCaller(services, signal), input),
    ),
    check: area.check.handler(({ input, signal }) =>
      checkResultSource(endWithCaller(services, signal), input),
    ),
  }
}

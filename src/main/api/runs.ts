import { checkResultSource } from './check-result-source.ts'
import { expandResultSource } from './expand-result-source.ts'
import { guardedStream, implementer } from './implementer.ts'
import { prepareEstimate } from './prepare-run.ts'
import { resultFileOf } from './result-file-of.ts'
import type { Services } from './services.ts'
import { requireRun, requireRunSummary, runResult, runSource } from './sources.ts'

/** Handlers of the `runs` area. */
export function runsHandlers(services: Services) {
  const { store, engine, runs } = services
  const area = implementer.runs
  const stored = async (runId: string) => {
    const run = await requireRun(store, runId)
    return { source: await runSource(store, run), result: await runResult(store, run) }
  }
  return {
    list: area.list.handler(async ({ input }) => [...(await store.runs.list(input.taskId))]),
    start: area.start.handler(({ input }) => runs.start(input)),
    estimate: area.estimate.handler(async ({ input, signal }) => {
      const { input: job, said } = await prepareEstimate(services, input)
      const options = signal === undefined ? {} : { signal }
      const { estimate, rows } = await engine.run('estimateRun', job, options)
      return { estimate: { ...estimate, ...said }, rows: [...rows] }
    }),
    watch: area.watch.handler(async ({ input }) => guardedStream(await runs.watch(input.runId))),
    cancel: area.cancel.handler(({ input }) => runs.cancel(input.runId)),
    get: area.get.handler(({ input }) => requireRunSummary(store, input.runId)),
    remove: area.remove.handler(async ({ input }) => {
      await runs.cancel(input.runId)
      await store.runs.remove(input.runId)
    }),
    rows: area.rows.handler(async ({ input }) => [
      ...(await engine.run('resultRows', await stored(input.runId))),
    ]),
    texts: area.texts.handler(async ({ input: { runId, ...row } }) =>
      engine.run('resultTexts', { ...(await stored(runId)), ...row }),
    ),
    manyTexts: area.manyTexts.handler(async ({ input: { runId, rows } }) => [
      ...(await engine.run('manyResultTexts', { ...(await stored(runId)), rows })),
    ]),
    result: area.result.handler(({ input }) => resultFileOf(services, input.runId)),
    expand: area.expand.handler(({ input }) => expandResultSource(services, input)),
    check: area.check.handler(({ input }) => checkResultSource(services, input)),
  }
}

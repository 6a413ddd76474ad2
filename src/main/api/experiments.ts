import { tasksNeeded } from '../evaluation/statistics/tasks-needed.ts'
import { guardedStream, implementer } from './implementer.ts'
import { withSignal } from './with-signal.ts'
import type { Services } from '../services/services.ts'
import { estimateExperiment } from '../services/experiments/estimate-experiment.ts'
import { experimentMetrics } from '../services/experiments/experiment-metrics.ts'
import { importParts } from '../services/experiments/parts/import-parts.ts'
import { writePart } from '../services/experiments/parts/write-part.ts'
import { importExperiment } from '../services/experiments/import-experiment.ts'
import {
  cellDetail,
  experimentDetail,
  experimentResults,
  requireCellView,
} from '../services/experiments/stored-experiments.ts'
import { readPlan } from '../services/experiments/read-plan.ts'
import { checkReport, reportExperiment } from '../services/experiments/report-experiment.ts'
import { requireExperimentSummary } from '../services/require-stored.ts'

/** Handlers of the `experiments` area. */
export function experimentsHandlers(services: Services) {
  const { store, engine, experiments } = services
  const area = implementer.experiments
  return {
    list: area.list.handler(async () => [...(await store.experiments.list())]),
    get: area.get.handler(({ input }) => experimentDetail(services, input.experimentId)),
    metrics: area.metrics.handler(() => [...experimentMetrics]),
    check: area.check.handler(async ({ input }) => {
      const read = await readPlan(services, input)
      if (!read.ok) return { ok: false as const, issues: [...read.issues] }
      const { plan } = read.planned
      const compared = plan.variants.filter(({ id, again }) => id !== plan.baselineId && again === undefined)
      return { ok: true as const, file: plan.file, plan, needs: tasksNeeded(compared.length) }
    }),
    estimate: area.estimate.handler(({ input, signal }) => estimateExperiment(services, input, signal)),
    start: area.start.handler(({ input }) => experiments.start(input)),
    resume: area.resume.handler(({ input }) => experiments.resume(input)),
    cancel: area.cancel.handler(({ input }) => experiments.cancel(input.experimentId)),
    watch: area.watch.handler(async ({ input }) =>
      guardedStream(await experiments.watch(input.experimentId)),
    ),
    remove: area.remove.handler(async ({ input }) => {
      await requireExperimentSummary(store, input.experimentId)
      await experiments.cancel(input.experimentId)
      await store.experiments.remove(input.experimentId)
    }),
    results: area.results.handler(({ input }) =>
      experimentResults(services, input.experimentId, input.baselineId),
    ),
    cell: area.cell.handler(({ input }) => cellDetail(services, input)),
    cellRows: area.cellRows.handler(async ({ input, signal }) => [
      ...(await engine.run('resultRows', await requireCellView(services, input), withSignal(signal))),
    ]),
    cellTexts: area.cellTexts.handler(async ({ input, signal }) => {
      const { sourceIndex, resultIndex } = input
      return engine.run(
        'resultTexts',
        { ...(await requireCellView(services, input)), sourceIndex, resultIndex },
        withSignal(signal),
      )
    }),
    export: area.export.handler(({ input }) => reportExperiment(services, input)),
    import: area.import.handler(({ input }) => importExperiment(services, input.text)),
    part: area.part.handler(({ input }) => writePart(services, input.experimentId)),
    merge: area.merge.handler(async ({ input: { parts, isPartial = false } }) => {
      const { summary, notes } = await importParts(services, parts, isPartial)
      return { summary, notes: [...notes] }
    }),
    verify: area.verify.handler(({ input }) => checkReport(services, input.text)),
  }
}

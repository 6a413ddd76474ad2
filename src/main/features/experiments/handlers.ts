import { computeTasksNeeded } from '../../measure/statistics/compute-tasks-needed.ts'
import { endWithCaller } from '../common/end-with-caller.ts'
import { implementer } from '../common/implementer.ts'
import { requireExperimentSummary } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { estimateExperiment } from './estimate-experiment.ts'
import { experimentMetrics } from './experiment-metrics.ts'
import { importExperiment } from './import-experiment.ts'
import { importParts } from './parts/import-parts.ts'
import { writePart } from './parts/write-part.ts'
import { readPlan } from './read-plan.ts'
import { checkReport, reportExperiment } from './report-experiment.ts'
import {
  loadCellDetail,
  loadExperimentDetail,
  loadExperimentResults,
  requireCellView,
} from './stored-experiments.ts'

/** Handlers of the `experiments` area. */
export function createExperimentsHandlers(services: Services) {
  const { store, engine, experiments } = services
  const area = implementer.experiments
  return {
    list: area.list.handler(async () => [...(await store.experiments.list())]),
    get: area.get.handler(({ input }) => loadExperimentDetail(services, input.experimentId)),
    metrics: area.metrics.handler(() => [...experimentMetrics]),
    check: area.check.handler(async ({ input, signal }) => {
      const read = await readPlan(endWithCaller(services, signal), input)
      if (!read.ok) return { ok: false as const, issues: [...read.issues] }
      const { plan } = read.planned
      const compared = plan.variants.filter(({ id, again }) => id !== plan.baselineId && again === undefined)
      return { ok: true as const, file: plan.file, plan, needs: computeTasksNeeded(compared.length) }
    }),
    estimate: area.estimate.handler(({ input, signal }) => estimateExperiment(services, input, signal)),
    start: area.start.handler(({ input }) => experiments.start(input)),
    resume: area.resume.handler(({ input }) => experiments.resume(input)),
    cancel: area.cancel.handler(({ input }) => experiments.cancel(input.experimentId)),
    watch: area.watch.handler(({ input, signal }) => experiments.watch(input.experimentId, signal)),
    remove: area.remove.handler(async ({ input }) => {
      await requireExperimentSummary(store, input.experimentId)
      await experiments.cancel(input.experimentId)
      await store.experiments.remove(input.experimentId)
    }),
    results: area.results.handler(({ input }) =>
      loadExperimentResults(services, input.experimentId, input.baselineId),
    ),
    cell: area.cell.handler(({ input, signal }) => loadCellDetail(endWithCaller(services, signal), input)),
    cellRows: area.cellRows.handler(async ({ input, signal }) => [
      ...(await engine.run('resultRows', await requireCellView(services, input), { signal })),
    ]),
    cellTexts: area.cellTexts.handler(async ({ input, signal }) => {
      const { sourceIndex, resultIndex } = input
      return engine.run(
        'resultTexts',
        { ...(await requireCellView(services, input)), sourceIndex, resultIndex },
        { signal },
      )
    }),
    export: area.export.handler(({ input, signal }) =>
      reportExperiment(endWithCaller(services, signal), input),
    ),
    import: area.import.handler(({ input }) => importExperiment(services, input.text)),
    part: area.part.handler(({ input }) => writePart(services, input.experimentId)),
    merge: area.merge.handler(async ({ input: { parts, isPartial = false } }) => {
      const { summary, notes } = await importParts(services, parts, isPartial)
      return { summary, notes: [...notes] }
    }),
    verify: area.verify.handler(({ input, signal }) =>
      checkReport(endWithCaller(services, signal), input.text),
    ),
  }
}

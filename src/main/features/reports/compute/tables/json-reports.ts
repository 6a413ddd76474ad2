import {
  type ExperimentExport,
  experimentExportSchema,
} from '../../../../../shared/experiments/experiment-types.ts'
import { escapeControls } from '../../../../../shared/kernel/show-controls.ts'
import { buildCellRows } from './build-cell-rows.ts'

/** Everything about an experiment, to be read in again; fields stand in the order of the schema. */
export function renderJsonReport(experiment: ExperimentExport): string {
  return `${escapeControls(JSON.stringify(experimentExportSchema.parse(experiment), null, 2))}\n`
}

/** One line of JSON for the experiment, and one for each cell with the fields of the CSV. */
export function renderJsonlReport(experiment: ExperimentExport): string {
  const { summary, writtenBy, plan } = experiment
  const first = {
    kind: 'experiment',
    writtenBy,
    id: summary.id,
    name: summary.name,
    question: summary.question,
    contentSha256: summary.contentSha256,
    status: summary.status,
    baseline: plan.baselineId,
    seed: plan.file.seed,
    costUsd: summary.costUsd,
    cells: summary.cells,
    metrics: plan.metrics,
  }
  const lines = [first, ...buildCellRows(experiment).map((row) => ({ kind: 'cell', ...row }))]
  return `${lines.map((line) => escapeControls(JSON.stringify(line))).join('\n')}\n`
}

import type { ExperimentText } from '../../../shared/experiments/contract.ts'
import type { ExperimentIssue } from '../../../shared/experiments/experiment-file-types.ts'
import { Problem } from '../common/problem.ts'
import { experimentMetrics } from './experiment-metrics.ts'
import { planExperiment, type PlannedExperiment, type PlanServices } from './plan-experiment.ts'
import { PlanFault } from './plan-fault.ts'

export type ReadPlan =
  | { readonly ok: true; readonly planned: PlannedExperiment }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/** From text to plan; what a person can mend in the text is an issue with its place. */
export async function readPlan(
  services: PlanServices,
  { text, basePath }: ExperimentText,
): Promise<ReadPlan> {
  const { engine } = services
  const read = await engine.run('readExperiment', { text, metrics: experimentMetrics })
  if (!read.ok) return read
  try {
    return { ok: true, planned: await planExperiment(services, read.file, basePath) }
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error
    return { ok: false, issues: await engine.run('placeIssues', { text, issues: error.issues }) }
  }
}

/** The same, with the first issue as a problem. */
export async function requirePlanned(
  services: PlanServices,
  text: ExperimentText,
): Promise<PlannedExperiment> {
  const read = await readPlan(services, text)
  if (read.ok) return read.planned
  const [first, ...others] = read.issues
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const place = first === undefined || first.line === 0 ? '' : `line ${first.line}, column ${first.column}`
  throw new Problem({
    code: 'bad-input',
    message: `The experiment cannot be run: ${first?.message ?? 'it is empty'}${more}`,
    where: place,
    hint: 'The schema of the file is in resources/experiments/experiment.schema.json.',
  })
}

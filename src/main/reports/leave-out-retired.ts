import { z } from 'zod'
import type { PlanNote } from '../../shared/domain/experiment.ts'

/** The note of a plan that measured what is no longer measured, as the migration of stored plans words it. */
const noLikelihood: PlanNote = {
  where: 'metrics',
  message: 'The likelihood of the next actions is no longer measured, and its figures are left out.',
}

const measuredSchema = z.looseObject({
  plan: z.looseObject({
    file: z.looseObject({ likelihood: z.unknown() }),
    metrics: z.array(z.looseObject({ group: z.string() })),
    notes: z.array(z.unknown()),
  }),
})

/**
 * An exported experiment without what earlier versions measured and this one does not, which a note of its plan then says.
 * Anything else is given back as it is. Whoever reads a JSON or an HTML report asks this before its schema.
 */
export function leaveOutRetired(experiment: unknown): unknown {
  const read = measuredSchema.safeParse(experiment)
  if (!read.success) return experiment
  const { plan } = read.data
  const { likelihood, ...file } = plan.file
  const metrics = plan.metrics.filter(({ group }) => group !== 'likelihood')
  if (likelihood === undefined && metrics.length === plan.metrics.length) return experiment
  return { ...read.data, plan: { ...plan, file, metrics, notes: [...plan.notes, noLikelihood] } }
}

/** Whether a metric was left out of a plan: corrected for one figure less, its verdicts are no longer those of its report. */
export function lostMetrics(notes: readonly PlanNote[]): boolean {
  return notes.some(({ message }) => message === noLikelihood.message)
}

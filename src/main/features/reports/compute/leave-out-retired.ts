import { z } from 'zod'
import type { PlanNote } from '../../../../shared/experiments/experiment-types.ts'

/** The note of a plan that measured what is no longer measured, as the migration of stored plans words it. */
const noLikelihood: PlanNote = {
  where: 'metrics',
  message: 'The likelihood of the next actions is no longer measured, and its figures are left out.',
}

const ratedSchema = z.looseObject({
  plan: z.looseObject({ notes: z.array(z.unknown()) }),
  ratings: z
    .array(z.object({ cellId: z.string(), stars: z.number().nullable(), comment: z.string() }))
    .min(1),
})

const measuredSchema = z.looseObject({
  plan: z.looseObject({
    file: z.looseObject({ likelihood: z.unknown() }),
    metrics: z.array(z.looseObject({ group: z.string() })),
    notes: z.array(z.unknown()),
  }),
})

/**
 * An exported experiment without what earlier versions held and this one does not: a note of its plan says what was left
 * out, and what people said of cells. Anything else is given back as it is. Whoever reads a JSON or an HTML report asks this
 * before its schema.
 */
export function leaveOutRetired(experiment: unknown): unknown {
  return leaveOutLikelihood(noteRatings(experiment))
}

/** The ratings of cells as notes, worded as the migration of stored ones words them. */
function noteRatings(experiment: unknown): unknown {
  const read = ratedSchema.safeParse(experiment)
  if (!read.success) return experiment
  const { ratings, plan, ...rest } = read.data
  const notes = ratings.map(({ cellId, stars, comment }): PlanNote => {
    const given = stars === null ? 'A person commented' : `A person rated it ${stars} of 5`
    return {
      where: cellId,
      message: `${given} in an earlier version${comment === '' ? '.' : `: ${comment}`}`,
    }
  })
  return { ...rest, plan: { ...plan, notes: [...plan.notes, ...notes] } }
}

function leaveOutLikelihood(experiment: unknown): unknown {
  const read = measuredSchema.safeParse(experiment)
  if (!read.success) return experiment
  const { plan } = read.data
  const { likelihood, ...file } = plan.file
  const metrics = plan.metrics.filter(({ group }) => group !== 'likelihood')
  if (likelihood === undefined && metrics.length === plan.metrics.length) return experiment
  return { ...read.data, plan: { ...plan, file, metrics, notes: [...plan.notes, noLikelihood] } }
}

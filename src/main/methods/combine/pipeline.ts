import { z } from 'zod'
import { describeStep } from '../../../shared/methods/ab-arms.ts'
import { methodChoiceSchema, type MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { defineStrategy } from './define-strategy.ts'
import type { Journey } from './start-journey.ts'
import { findStepIssues, listStepProfiles } from './steps.ts'

/** Free and without loss, then fast, then with a model on what is left. */
const defaultSteps: readonly MethodChoice[] = [
  { providerId: 'lossless' },
  { providerId: 'truncation' },
  { providerId: 'native' },
]

/** Steps in order until the target is met; a step that fails is passed over. */
export const pipelineStrategy = defineStrategy({
  id: 'pipeline',
  label: 'Pipeline',
  description: 'One provider after the other on what is left, until the target is met.',
  settings: z.strictObject({
    steps: z
      .array(methodChoiceSchema)
      .min(1)
      .max(10)
      .default(() => [...defaultSteps])
      .meta({ title: 'Steps' }),
  }),
  collectProfiles: ({ steps }, find) => listStepProfiles(steps, find),
  findIssues: ({ steps }, find) => steps.flatMap((step, at) => findStepIssues(step, ['steps', at], find)),
  travel: (journey, { steps }) => takeUntilTarget(journey, steps),
})

/** Takes the steps that are needed, and says of the others why they were not. */
export async function takeUntilTarget(journey: Journey, steps: readonly MethodChoice[]): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (journey.isAtTarget()) journey.skip(describeStep(step), 'The target is met.')
    else await journey.take(step, `Step ${at + 1} of ${steps.length}.`)
  }
}

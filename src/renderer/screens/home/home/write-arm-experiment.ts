import { libraryEntry } from '../../../../shared/experiments/experiment-file-types.ts'
import type { Answer } from '../../../../shared/home/answer-types.ts'

/** An experiment that holds more than this apart is hard to read. */
const mostVariants = 4

/** Arms that are worth an experiment: the recommended one, the one it is held against, and those that come next. */
export function pickArmsToTry({ arms, recommended, against }: Answer): readonly string[] {
  const candidates = arms.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id)
  const ids = [recommended, against, ...candidates].filter((id) => id !== null)
  return [...new Set(ids)].slice(0, mostVariants)
}

/** The text of an experiment with these arms over the whole library. */
export function writeArmExperiment(armIds: readonly string[], baseline: string): string {
  const variants = armIds.map((id) => `  - id: ${id}\n    arm: ${id}`).join('\n')
  return `name: Arms from Home
question: Which of these keeps most of what the task goes on to use?
tasks: [${libraryEntry}]
checkpoints:
  at: [default]
variants:
${variants}
metrics: [compression, validity, artifacts, facts, continuation, cost, time]
baseline: ${baseline}
`
}

import { prepareReplay } from '../prepare-replay.ts'
import type { RecordedTask } from '../../record/recorded-task.ts'
import type { ReplayTask } from '../replay-task.ts'
import { characterCounter, examplePrices } from './replay-example.ts'

/** A task ready to be played on the basis of the record, at the prices of the example. */
export function prepareExample(task: RecordedTask): ReplayTask {
  const known = [{ modelId: 'example', prices: examplePrices }]
  return prepareReplay(task, { known, counter: characterCounter, basis: 'record' })
}

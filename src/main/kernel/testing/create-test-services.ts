import { findMethod } from '../../methods/methods.ts'
import type { RunServices } from '../../methods/run-method.ts'
import { builtInOnly } from '../condensing-prompts.ts'
import type { LanguageModel } from '../language-model.ts'

let ids = 0

/** Services for tests: a clock that ticks by `tick` milliseconds each time it is read, ids that differ, one model. */
export function createTestServices(
  model: LanguageModel,
  more: Partial<RunServices> = {},
  tick = 1,
): RunServices {
  let time = 0
  return {
    now: () => (time += tick),
    newId: () => `id-${(ids += 1)}`,
    onProgress: () => undefined,
    model,
    findModel: () => model,
    prompts: builtInOnly,
    findMethod,
    ...more,
  }
}

import type { RecordedCost } from '../../../../../shared/replay/types.ts'
import { withReasons } from '../../../../../shared/replay/words.ts'
import type { TokenCounter } from '../../../../kernel/tokens/token-counter.ts'
import type { KnownPrices } from '../../../../record/prices/price-variants.ts'
import { reconstruct } from '../../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../../record/recorded-run.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { compareWithRecord } from '../agent/compare-with-record.ts'
import { prepareReplay, type SizeBasis } from '../prepare-replay.ts'
import type { ReplayTask } from '../replay-task.ts'
import { characterCounter, examplePrices } from './replay-example.ts'

/** What a task of a test is played with; `known` are the prices of its models, whatever their names. */
export type ExampleOptions = {
  readonly known: readonly KnownPrices[]
  readonly counter: TokenCounter
  readonly basis: SizeBasis
}

const usual = { known: [{ modelId: 'example', prices: examplePrices }], counter: characterCounter }

/** What happened in a task. */
export function reconstructExample(
  task: RecordedTask,
  { known, counter }: Pick<ExampleOptions, 'known' | 'counter'> = usual,
): RecordedRun {
  return reconstruct(task, { counter, findKnownPrices: () => known })
}

/** A task ready to be played on each basis; what happened in it is reconstructed once. */
export function prepareOnBoth(
  task: RecordedTask,
  { known, counter }: Pick<ExampleOptions, 'known' | 'counter'>,
): Readonly<Record<SizeBasis, ReplayTask>> {
  const run = reconstructExample(task, { known, counter })
  return { record: prepareReplay(run, counter, 'record'), model: prepareReplay(run, counter, 'model') }
}

/** A task ready to be played. */
export function prepareTask(task: RecordedTask, options: ExampleOptions): ReplayTask {
  return prepareReplay(reconstructExample(task, options), options.counter, options.basis)
}

/** A task ready to be played on the basis of the record, at the prices of the example. */
export function prepareExample(task: RecordedTask): ReplayTask {
  return prepareTask(task, { ...usual, basis: 'record' })
}

/** The cost of a task and of its replay. */
export function compareTask(
  task: RecordedTask,
  { known, counter }: Pick<ExampleOptions, 'known' | 'counter'> = usual,
): RecordedCost {
  const run = reconstructExample(task, { known, counter })
  const [prepared, modelled] = [prepareReplay(run, counter, 'record'), prepareReplay(run, counter, 'model')]
  return withReasons(compareWithRecord(run, prepared, modelled))
}

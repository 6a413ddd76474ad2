import { createConversation, type Conversation } from '../../src/main/kernel/conversation.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { methods } from '../../src/main/methods/methods.ts'
import { runMethod } from '../../src/main/methods/run-method.ts'
import { createExtractiveModel } from '../../src/main/platform/llm/extractive/extractive-model.ts'
import { computeQuantile, sum } from '../../src/shared/kernel/numbers.ts'
import { benchOptions } from '../lib/bench-options.ts'
import type { Benchmark, Finding } from '../lib/benchmark.ts'
import { realTasks } from '../lib/histories.ts'

/** What each preset of the methods that need no model saves on real tasks; a refusal counts as nothing saved. */
export const reductions: Benchmark = {
  id: 'reductions',
  title: 'tokens saved by each preset that asks no model, median over real tasks',
  measure: async () => {
    const counter = createCachingCounter(await createBulkCounter())
    const tasks = (await realTasks()).map((messages) => createConversation(messages, counter))
    const details = tasks.filter((task) => environmentShare(task) >= 0.5)
    const mechanical = methods.filter(
      ({ kind = 'provider', capabilities }) => kind === 'provider' && !capabilities.usesModel,
    )
    const findings: Finding[] = []
    for (const provider of tasks.length === 0 ? [] : mechanical) {
      for (const { id, settings } of provider.presets) {
        const saved = async (task: Conversation): Promise<number> => {
          const model = createExtractiveModel(counter)
          const { summary } = await runMethod(benchOptions(provider, settings, task, model))
          return summary.status === 'condensed' ? summary.stats.reductionPercent : 0
        }
        const all = ascending(await Promise.all(tasks.map(saved)))
        const inDetails = ascending(await Promise.all(details.map(saved)))
        findings.push({
          what: `${provider.id} ${id}`,
          value: computeQuantile(all, 0.5),
          unit: '%',
          note: `quartiles ${computeQuantile(all, 0.25).toFixed(1)} and ${computeQuantile(all, 0.75).toFixed(1)} over ${all.length} tasks; median ${computeQuantile(inDetails, 0.5).toFixed(1)} over the ${inDetails.length} that are mostly environment details`,
        })
      }
    }
    return findings
  },
}

function environmentShare({ parts, partTokens, totalTokens }: Conversation): number {
  const tokens = parts.flatMap((own, message) =>
    own.map((part, index) => (part.kind === 'environment' ? (partTokens[message]?.[index] ?? 0) : 0)),
  )
  return sum(tokens) / Math.max(1, totalTokens)
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

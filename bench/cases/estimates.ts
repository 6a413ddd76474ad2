import { createConversation } from '../../src/main/kernel/conversation.ts'
import type { CompletionRequest, LanguageModel } from '../../src/main/kernel/language-model.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter, type TokenCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { estimateRun } from '../../src/main/methods/estimates/estimate-run.ts'
import { methods } from '../../src/main/methods/methods.ts'
import { runMethod } from '../../src/main/methods/run-method.ts'
import { createExtractiveModel } from '../../src/main/platform/llm/extractive/extractive-model.ts'
import { benchOptions } from '../lib/bench-options.ts'
import type { Benchmark, Finding } from '../lib/benchmark.ts'
import { realTasks, standardHistory } from '../lib/histories.ts'

/** How far estimates are from what runs give, per provider with its defaults: mean absolute error of tokens and cost. */
export const estimates: Benchmark = {
  id: 'estimates',
  title: 'estimates against measured runs; a model that writes what the extractive summariser would',
  measure: async () => {
    const counter = createCachingCounter(await createBulkCounter())
    const tasks = await realTasks()
    const histories = tasks.length === 0 ? [standardHistory().slice(0, 300)] : tasks
    const conversations = histories.map((messages) => createConversation(messages, counter))
    const model = pricedModel(counter)
    const findings: Finding[] = []
    for (const provider of methods) {
      const errors: { tokens: number; costUsd: number }[] = []
      for (const conversation of conversations) {
        const targetTokens = Math.floor(conversation.totalTokens / 2)
        const options = { ...benchOptions(provider, {}, conversation, model), targetTokens }
        const { estimate } = await estimateRun(options)
        const { stats } = (await runMethod(options)).summary
        errors.push({
          tokens: Math.abs(estimate.finalTokens - stats.finalTokens) / Math.max(1, stats.finalTokens),
          costUsd: Math.abs(estimate.costUsd - stats.costUsd) / Math.max(0.0001, stats.costUsd),
        })
      }
      const mean = (pick: (error: (typeof errors)[number]) => number): number =>
        errors.reduce((sum, error) => sum + pick(error), 0) / errors.length
      findings.push({
        what: provider.id,
        value: 100 * mean(({ tokens }) => tokens),
        unit: '%',
        note: `mean absolute error of the final tokens over ${errors.length} histories; of the cost ${(100 * mean(({ costUsd }) => costUsd)).toFixed(0)} %`,
      })
    }
    return findings
  },
}

/** Prices of a hosted model, answers of the extractive one: what is estimated must not know them. */
function pricedModel(counter: TokenCounter): LanguageModel {
  const extractive = createExtractiveModel(counter)
  return {
    info: {
      ...extractive.info,
      isExtractive: false,
      windowTokens: 200_000,
      maxOutputTokens: 8192,
      prices: { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 },
    },
    async *complete(request: CompletionRequest) {
      yield { kind: 'call' }
      let text = ''
      for await (const event of extractive.complete(request)) {
        if (event.kind === 'text') {
          text += event.text
          yield event
        }
        if (event.kind === 'stopped') {
          const usage = {
            input: request.inputTokens,
            output: counter.count(text),
            cacheWrites: 0,
            cacheReads: 0,
          }
          yield { kind: 'usage', usage }
          yield event
        }
      }
    },
  }
}

import { describe, expect, it } from 'vitest'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import type { LanguageModel } from '../../../kernel/language-model.ts'
import { exchangeHistory } from '../../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { smartMethod } from './smart.ts'

const source = conversationFor(exchangeHistory(21, 'native'))
const keep = { operation: 'keep' }
const short = () => call('In short.')
const common = { id: 'only', name: 'Only', selection: { type: 'preserve_recent', keepRecentCount: 0 } }
const defaults = { messageText: keep, toolParameters: keep, toolResults: { operation: 'summarize' } }
const individual = { ...common, mode: 'individual', individualConfig: { defaults } }
const batch = { ...common, mode: 'batch', batchConfig: { operation: 'summarize' } }

async function run(pass: object, model: LanguageModel, controller: AbortController): Promise<void> {
  const settings = { losslessPrelude: { enabled: false }, passes: [pass], concurrency: 1 }
  const { signal } = controller
  await runWith({ provider: smartMethod, settings, conversation: source }, model, { signal })
}

describe('a cancel', () => {
  it.each([1, 4, 10])('during call %i ends the run with nothing', async (at) => {
    const controller = new AbortController()
    const model = modelBy((_request, index) => {
      if (index + 1 === at) controller.abort()
      return short()
    })
    await expect(run(individual, model, controller)).rejects.toBeInstanceOf(Cancelled)
    expect(model.asked).toHaveLength(at)
  })

  it('of a model that does not answer ends the run once the model hears of it', async () => {
    const controller = new AbortController()
    const silent: LanguageModel = {
      info: modelBy(short).info,
      // eslint-disable-next-line require-yield -- it never answers
      async *complete({ signal }) {
        await new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Cancelled()))
          queueMicrotask(() => controller.abort())
        })
      },
    }
    await expect(run(batch, silent, controller)).rejects.toBeInstanceOf(Cancelled)
  })
})

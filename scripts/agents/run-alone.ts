import { builtInOnly } from '../../src/main/kernel/condensing-prompts.ts'
import { createConversation, type Conversation } from '../../src/main/kernel/conversation.ts'
import type { LanguageModel } from '../../src/main/kernel/language-model.ts'
import type { Method } from '../../src/main/kernel/method.ts'
import { findMethod } from '../../src/main/methods/methods.ts'
import { restoreMethod } from '../../src/main/methods/restore-method.ts'
import { runMethod, type Outcome } from '../../src/main/methods/run-method.ts'
import { deepFreeze } from '../../src/shared/kernel/json-values.ts'
import type { Message } from '../../src/shared/kernel/message.ts'

/** A history split and counted, a token for four characters: no vocabulary has to be there. */
export function counted(messages: readonly Message[]): Conversation {
  const counter = { id: 'rough', count: (text: string) => Math.ceil(text.length / 4) }
  return createConversation(deepFreeze([...messages]), counter)
}

/** Runs a provider with nothing around it. Ids and times are the same in each run. */
export function runAlone(
  provider: Method,
  settings: unknown,
  conversation: Conversation,
  model: LanguageModel,
): Promise<Outcome> {
  let [ids, time] = [0, 0]
  return runMethod({
    method: restoreMethod({ providerId: provider.id, settings }),
    conversation,
    targetTokens: null,
    pins: [],
    services: {
      now: () => (time += 1),
      newId: () => `id-${(ids += 1)}`,
      onProgress: () => undefined,
      model,
      findModel: () => model,
      prompts: builtInOnly,
      findMethod,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
}

/** What the model answered to the requests of each condensation: those that follow each other are of one. */
export function answersByCondensation(
  requests: readonly { readonly kind: string; readonly answer: string }[],
): readonly (readonly string[])[] {
  return requests.flatMap(({ kind }, at) => {
    if (kind !== 'summary' || requests[at - 1]?.kind === 'summary') return []
    const end = requests.findIndex((request, place) => place > at && request.kind !== 'summary')
    return [requests.slice(at, end < 0 ? undefined : end).map(({ answer }) => answer)]
  })
}

/** A model that gives these answers in turn, and the last one from then on. */
export function modelSaying(answers: readonly string[]): LanguageModel {
  let next = 0
  return {
    info: {
      id: 'scripted',
      label: 'Scripted',
      windowTokens: 2_000_000,
      maxOutputTokens: 64_000,
      supportsImages: true,
      prices: {},
      isExtractive: false,
    },
    async *complete() {
      await Promise.resolve()
      const text = answers[next] ?? answers.at(-1) ?? ''
      next += 1
      yield { kind: 'call' }
      yield { kind: 'text', text }
      yield { kind: 'usage', usage: { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 } }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
}

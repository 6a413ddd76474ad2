import { builtInOnly } from '../../src/main/kernel/condensing-prompts.ts'
import type { Conversation } from '../../src/main/kernel/conversation.ts'
import type { LanguageModel } from '../../src/main/kernel/language-model.ts'
import type { Method } from '../../src/main/kernel/method.ts'
import { findMethod } from '../../src/main/methods/methods.ts'
import { restoreMethod } from '../../src/main/methods/restore-method.ts'
import type { RunOptions } from '../../src/main/methods/run-method.ts'

/** A run of a benchmark: no target, no pins, no alerts, one model. */
export function benchOptions(
  provider: Method,
  settings: unknown,
  conversation: Conversation,
  model: LanguageModel,
): RunOptions {
  return {
    method: restoreMethod({ providerId: provider.id, settings }),
    conversation,
    targetTokens: null,
    pins: [],
    services: {
      now: () => performance.now(),
      newId: () => 'bench',
      onProgress: () => undefined,
      model,
      findModel: () => model,
      prompts: builtInOnly,
      findMethod,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  }
}

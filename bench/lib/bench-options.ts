import { builtInOnly } from '../../src/main/kernel/condensing-prompts.ts'
import type { Conversation } from '../../src/main/kernel/conversation.ts'
import type { LanguageModel } from '../../src/main/kernel/language-model.ts'
import type { CondensationProvider } from '../../src/main/kernel/provider.ts'
import type { RunOptions } from '../../src/main/methods/manager.ts'
import { findProvider } from '../../src/main/methods/registry.ts'

/** A run of a benchmark: no target, no pins, no alerts, one model. */
export function benchOptions(
  provider: CondensationProvider,
  settings: unknown,
  conversation: Conversation,
  model: LanguageModel,
): RunOptions {
  return {
    provider,
    settings,
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
      findProvider,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  }
}

import { builtInOnly } from '../../src/main/engine/condensing-prompts.ts'
import type { Conversation } from '../../src/main/engine/conversation.ts'
import type { LanguageModel } from '../../src/main/engine/language-model.ts'
import type { RunOptions } from '../../src/main/engine/manager.ts'
import type { CondensationProvider } from '../../src/main/engine/provider.ts'
import { findProvider } from '../../src/main/engine/registry.ts'

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

import type { Conversation } from '../../src/main/engine/conversation.ts'
import { runProvider, type Outcome } from '../../src/main/engine/manager.ts'
import { createExtractiveModel } from '../../src/main/llm/extractive/extractive-model.ts'
import type { CondensationProvider } from '../../src/main/engine/provider.ts'
import { benchOptions } from './bench-options.ts'

/** Runs a provider to the end, as a worker does: checks, growth check and figures included. */
export async function runProviderOn(
  provider: CondensationProvider,
  settings: unknown,
  conversation: Conversation,
): Promise<NonNullable<Outcome['condensed']> & Pick<Outcome, 'summary'>> {
  const model = createExtractiveModel(conversation.counter)
  const { summary, condensed } = await runProvider(benchOptions(provider, settings, conversation, model))
  if (condensed !== null) return { ...condensed, summary }
  throw new Error(`${provider.id} ended ${summary.status}: ${summary.error?.message ?? summary.reason}`)
}

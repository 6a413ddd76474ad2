import type { Conversation } from '../../src/main/kernel/conversation.ts'
import type { Method } from '../../src/main/kernel/method.ts'
import { runMethod, type Outcome } from '../../src/main/methods/run-method.ts'
import { createExtractiveModel } from '../../src/main/platform/llm/extractive/extractive-model.ts'
import { benchOptions } from './bench-options.ts'

/**
 * Runs a provider to the end, as a worker does: checks, growth check and figures included. Throws where nothing was
 * condensed.
 */
export async function runMethodOn(
  provider: Method,
  settings: unknown,
  conversation: Conversation,
): Promise<NonNullable<Outcome['condensed']> & Pick<Outcome, 'summary'>> {
  const { summary, condensed } = await tryMethodOn(provider, settings, conversation)
  if (condensed !== null) return { ...condensed, summary }
  throw new Error(`${provider.id} ended ${summary.status}: ${summary.error?.message ?? summary.reason}`)
}

/** The same; one that looked at everything and found nothing to condense did its work too. */
export async function tryMethodOn(
  provider: Method,
  settings: unknown,
  conversation: Conversation,
): Promise<Outcome> {
  const model = createExtractiveModel(conversation.counter)
  const outcome = await runMethod(benchOptions(provider, settings, conversation, model))
  const { status, error } = outcome.summary
  if (status === 'failed') throw new Error(`${provider.id} failed: ${error?.message ?? 'no reason given'}`)
  return outcome
}

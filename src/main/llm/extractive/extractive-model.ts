import type { Message } from '../../../shared/domain/message.ts'
import { stopIfCancelled } from '../../engine/cancel-signal.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import type {
  CompletionEvent,
  CompletionRequest,
  LanguageModel,
  ModelMessage,
  ModelInfo,
} from '../../engine/language-model.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { extractLines } from './extract-lines.ts'
import { findStatements } from './find-statements.ts'
import { writeSummary } from './write-summary.ts'

const info: ModelInfo = {
  id: 'extractive',
  label: 'Extractive (built in)',
  windowTokens: 10_000_000,
  maxOutputTokens: 8192,
  supportsImages: false,
  prices: { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 },
  isExtractive: true,
}

/**
 * A summariser that needs no key and no network: it selects what the history itself says, by fixed rules, and
 * writes nothing of its own. The same history always gives the same summary, within `maxTokens`.
 */
export function createExtractiveModel(counter: TokenCounter): LanguageModel {
  return {
    info,
    complete: (request) => answer(request, counter),
  }
}

async function* answer(
  { purpose, messages, maxTokens, signal }: CompletionRequest,
  counter: TokenCounter,
): AsyncGenerator<CompletionEvent, void> {
  stopIfCancelled(signal)
  const summary =
    purpose === 'conversation'
      ? summariseConversation(messages, maxTokens, counter)
      : extractLines(outputIn(messages), maxTokens, counter)
  yield { kind: 'text', text: summary }
  // No `call` and no usage: nothing left this machine.
  yield { kind: 'stopped', reason: 'finished' }
  await Promise.resolve()
}

function summariseConversation(
  messages: readonly ModelMessage[],
  maxTokens: number,
  counter: TokenCounter,
): string {
  // The request ends with the instruction to summarise, which is no part of the history.
  const history = messages.slice(0, -1).map(({ role, content }): Message => ({
    role,
    content: typeof content === 'string' ? content : [...content],
  }))
  return writeSummary(findStatements(splitHistory(history)), maxTokens, counter)
}

/** The output itself: the title and the blank line above it are the asker's. */
function outputIn(messages: readonly ModelMessage[]): string {
  const content = messages[0]?.content
  return typeof content === 'string' ? content.slice(content.indexOf('\n\n') + 2) : ''
}

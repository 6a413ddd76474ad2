import type { ContentBlock, Message, ToolResultBlock } from '../../../shared/kernel/message.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import { toContentBlocks } from '../writing/content-of.ts'
import type { SessionInput } from '../writing/session-writer.ts'

/** Results by the ids of their calls. */
export type Results = ReadonlyMap<string, ToolResultBlock>

/** The results of the calls of an answer: they stand in the prompts up to the next one. */
export function findResultsBehind(messages: readonly Message[], at: number): Results {
  const results = new Map<string, ToolResultBlock>()
  for (const message of messages.slice(at + 1)) {
    if (message.role === 'assistant') break
    for (const block of toContentBlocks(message)) if (isResult(block)) results.set(block.tool_use_id, block)
  }
  return results
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool_result' && typeof block['tool_use_id'] === 'string'
}

/** The model that answered last, as one: what another model reasoned would be sent as text. */
export function findLastModel({ task }: SessionInput): {
  readonly providerID: string
  readonly modelID: string
} {
  const models = task.messages.flatMap(({ origin }) => {
    const model = isRecord(origin) ? origin['model'] : null
    return isRecord(model) ? [model] : []
  })
  const last = models.at(-1)
  return {
    providerID: toTextOrNull(last?.['providerId']) ?? 'unknown',
    modelID: toTextOrNull(last?.['modelId']) ?? task.model ?? 'unknown',
  }
}

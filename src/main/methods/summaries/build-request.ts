import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toToolResultBlock, toToolUseBlock, listBlocks } from '../../kernel/history/blocks.ts'
import type { ModelMessage } from '../../kernel/language-model.ts'

/** What the user message at the end of a request asks for. */
export const summariseRequest = 'Summarise the conversation so far, as the instructions say.'

const imagePlaceholder: ContentBlock = { type: 'text', text: '[Referenced image in conversation]' }
const missingResult: ContentBlock = {
  type: 'text',
  text: '[Tool result]\nThe context was condensed before this call was answered.',
}

export type RequestShape = {
  readonly keepImages: boolean
  /** Tool blocks as text, as the current flavour sends them: no pairing is left to go wrong. */
  readonly toolsAsText: boolean
  /** The last user message, which asks for the summary. */
  readonly request: string
}

/** Messages as role and content only, made fit for the summarising model, and the request for a summary. */
export function buildRequest(messages: readonly Message[], shape: RequestShape): ModelMessage[] {
  const answered = new Set(
    messages.flatMap((message) =>
      listBlocks(message).flatMap((block) => toToolResultBlock(block)?.tool_use_id ?? []),
    ),
  )
  const history = messages.flatMap(({ role, content }): ModelMessage[] => {
    const known = role === 'assistant' ? 'assistant' : 'user'
    if (typeof content === 'string') return content === '' ? [] : [{ role: known, content }]
    const blocks = content.flatMap((block) => shapeBlock(block, shape))
    const orphans = shape.toolsAsText ? content.filter((block) => isOrphan(block, answered)) : []
    return [
      ...(blocks.length === 0 ? [] : [{ role: known, content: blocks } as const]),
      ...(orphans.length === 0 ? [] : [{ role: 'user', content: orphans.map(() => missingResult) } as const]),
    ]
  })
  return [...history, { role: 'user', content: shape.request }]
}

function isOrphan(block: ContentBlock, answered: ReadonlySet<string>): boolean {
  const call = toToolUseBlock(block)
  return call !== undefined && !answered.has(call.id)
}

function shapeBlock(block: ContentBlock, shape: RequestShape): ContentBlock[] {
  if (block.type === 'image') return [shape.keepImages ? block : imagePlaceholder]
  const result = toToolResultBlock(block)
  if (result !== undefined) {
    const content = Array.isArray(result.content)
      ? result.content.flatMap((inner) => shapeBlock(inner, shape))
      : result.content
    return shape.toolsAsText
      ? [{ type: 'text', text: `[Tool result]\n${readContentText(content)}` }]
      : [{ ...result, content }]
  }
  const call = toToolUseBlock(block)
  if (call !== undefined && shape.toolsAsText) {
    return [{ type: 'text', text: `[Tool use: ${call.name}]\n${JSON.stringify(call.input)}` }]
  }
  return [block]
}

function readContentText(content: string | readonly ContentBlock[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block)))
    .join('\n')
}

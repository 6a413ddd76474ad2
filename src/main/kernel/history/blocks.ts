import type {
  ContentBlock,
  Message,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '../../../shared/kernel/message.ts'

/**
 * Narrowing of content blocks. The union of the schemas ends in a loose object, so `type` alone proves nothing:
 * a damaged `tool_use` without an id is legal JSON and must count as an unknown block.
 */

/** Blocks of a message; none where the content is a plain string. */
export function listBlocks(message: Message): readonly ContentBlock[] {
  return typeof message.content === 'string' ? [] : message.content
}

/** The block as text, where it is sound text. */
export function toTextBlock(block: ContentBlock): TextBlock | undefined {
  // `text` was just seen to be a string, which is all that the schema asks for.
  return block.type === 'text' && typeof block['text'] === 'string' ? (block as TextBlock) : undefined
}

/** The block as a tool call, where it has an id and a name. */
export function toToolUseBlock(block: ContentBlock): ToolUseBlock | undefined {
  const isCall =
    block.type === 'tool_use' && typeof block['id'] === 'string' && typeof block['name'] === 'string'
  // The two strings that the schema asks for were just seen.
  return isCall ? (block as ToolUseBlock) : undefined
}

/** The block as a tool result, where it names its call and its content has a known shape. */
export function toToolResultBlock(block: ContentBlock): ToolResultBlock | undefined {
  if (block.type !== 'tool_result' || typeof block['tool_use_id'] !== 'string') return undefined
  const content = block['content']
  const isKnown = content === undefined || typeof content === 'string' || isBlockArray(content)
  // The id and the shape of the content were just seen; the rest of the schema is optional.
  return isKnown ? (block as ToolResultBlock) : undefined
}

/** True for `thinking`, `redacted_thinking` and `reasoning` blocks. */
export function isThinking(block: ContentBlock): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking' || block.type === 'reasoning'
}

/** True for thinking of which the file has no words, only the vendor's signature, and that is sent back as it is. */
export function isHiddenThinking(block: ContentBlock): boolean {
  return block.type === 'thinking' && block['thinking'] === '' && block['isUnsent'] !== true
}

function isBlockArray(value: unknown): boolean {
  return Array.isArray(value) && value.every((item: unknown) => typeof item === 'object' && item !== null)
}

/** Input of the native tool call at a place, where it is the object that it should be. */
export function findCallInput(
  message: Message | undefined,
  blockIndex: number,
): Readonly<Record<string, unknown>> | undefined {
  const block = message === undefined ? undefined : listBlocks(message)[blockIndex]
  const input = block === undefined ? undefined : toToolUseBlock(block)?.input
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  // An object that is no array has string keys.
  return isObject ? (input as Record<string, unknown>) : undefined
}

/** Text that stands for a native tool call: what is split, counted and compared. */
export function formatCallText(toolName: string, input: unknown): string {
  return `${toolName} ${JSON.stringify(input)}`
}

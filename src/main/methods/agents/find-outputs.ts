import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { toToolResultBlock, listBlocks } from '../../kernel/history/blocks.ts'

/** The output of one tool call, in either era. */
export type ToolOutput = {
  readonly messageIndex: number
  readonly toolName: string | undefined
  readonly callId: string | undefined
  readonly path: string | undefined
  /** All of it, headers and images included. */
  readonly parts: readonly Part[]
  /** What a placeholder takes the place of: all of a native result, what follows the header of one written as text. */
  readonly body: readonly Part[]
  /** The text of the body. */
  readonly text: string
  readonly isError: boolean
}

/** The outputs of all tool calls, oldest first. */
export function findOutputs({ messages, parts }: Conversation): readonly ToolOutput[] {
  return messages.flatMap((message, messageIndex) => {
    if (message.role === 'assistant') return []
    const blocks = listBlocks(message)
    const grouped = new Map<string, Part[]>()
    for (const part of parts[messageIndex] ?? []) {
      const isNative = findToolResult(blocks, part) !== undefined
      if (!isNative && part.kind !== 'tool-result') continue
      const key = isNative ? `block ${part.blockIndex}` : (part.toolCallId ?? `text ${part.blockIndex}`)
      const own = grouped.get(key)
      if (own === undefined) grouped.set(key, [part])
      else own.push(part)
    }
    return [...grouped.values()].flatMap((own) => readToolOutput(own, messageIndex, blocks))
  })
}

type Blocks = ReturnType<typeof listBlocks>

function findToolResult(blocks: Blocks, { blockIndex }: Part) {
  const block = blocks[blockIndex]
  return block === undefined ? undefined : toToolResultBlock(block)
}

function readToolOutput(parts: readonly Part[], messageIndex: number, blocks: Blocks): ToolOutput[] {
  const [first] = parts
  if (first === undefined) return []
  const native = findToolResult(blocks, first)
  const body = native === undefined ? parts.filter(({ isHeader }) => isHeader !== true) : parts
  if (body.length === 0) return []
  const named = parts.find(({ toolName }) => toolName !== undefined)
  return [
    {
      messageIndex,
      toolName: named?.toolName,
      callId: native?.tool_use_id ?? first.toolCallId,
      path: parts.find(({ path }) => path !== undefined)?.path,
      parts,
      body,
      text: body.map(({ text }) => text).join(''),
      isError:
        native === undefined ? parts.some(({ isError }) => isError === true) : native.is_error === true,
    },
  ]
}

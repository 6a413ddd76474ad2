import type { Message } from '../../../shared/domain/message.ts'
import { asToolUse, blocksOf } from './blocks.ts'
import { fileCountOfInput, pathOfInput, rangeOfInput } from './tool-catalogue.ts'

/** What a tool result needs to know of the call that it answers. */
export type LinkedCall = {
  readonly messageIndex: number
  readonly toolName: string
  readonly path?: string
  readonly lineRange?: string
  /** The result stands for more than one file, and no single path names it. */
  readonly isSeveralFiles: boolean
}

/** Native tool calls by id. Of a repeated id the first call counts, as it does for the model's API. */
export type CallIndex = ReadonlyMap<string, LinkedCall>

/** Indexes the native tool calls of a history. */
export function linkCalls(messages: readonly Message[]): CallIndex {
  const calls = new Map<string, LinkedCall>()
  messages.forEach((message, messageIndex) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return
    for (const block of blocksOf(message)) {
      const call = asToolUse(block)
      if (call === undefined || calls.has(call.id)) continue
      const path = pathOfInput(call.input)
      const lineRange = rangeOfInput(call.name, call.input)
      calls.set(call.id, {
        messageIndex,
        toolName: call.name,
        isSeveralFiles: fileCountOfInput(call.input) > 1,
        ...(path === undefined ? {} : { path }),
        ...(lineRange === undefined ? {} : { lineRange }),
      })
    }
  })
  return calls
}

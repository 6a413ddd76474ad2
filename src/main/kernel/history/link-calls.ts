import type { Message } from '../../../shared/kernel/message.ts'
import { toToolUseBlock, listBlocks } from './blocks.ts'
import { countInputFiles, readInputPath, readInputRange } from './tool-catalogue.ts'

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
    for (const [id, call] of findOwnCalls(message))
      if (!calls.has(id)) calls.set(id, { messageIndex, ...call })
  })
  return calls
}

type OwnCall = readonly [id: string, call: Omit<LinkedCall, 'messageIndex'>]

/** By message: what calls read is asked of a history again with each condensation. */
const knownCalls = new WeakMap<Message, readonly OwnCall[]>()

function findOwnCalls(message: Message): readonly OwnCall[] {
  const known = knownCalls.get(message)
  if (known !== undefined) return known
  const calls = listBlocks(message).flatMap((block): OwnCall[] => {
    const call = toToolUseBlock(block)
    if (call === undefined) return []
    const path = readInputPath(call.input)
    const lineRange = readInputRange(call.name, call.input)
    const own = {
      toolName: call.name,
      isSeveralFiles: countInputFiles(call.input) > 1,
      ...(path === undefined ? {} : { path }),
      ...(lineRange === undefined ? {} : { lineRange }),
    }
    return [[call.id, own]]
  })
  knownCalls.set(message, calls)
  return calls
}

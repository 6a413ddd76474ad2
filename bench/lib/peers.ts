import type { BaseMessage } from '@langchain/core/messages'
import type { ModelMessage } from 'ai'
import type { Conversation } from '../../src/main/kernel/conversation.ts'
import {
  toTextBlock,
  toToolResultBlock,
  toToolUseBlock,
  listBlocks,
} from '../../src/main/kernel/history/blocks.ts'
import type { ContentBlock, Message } from '../../src/shared/kernel/message.ts'

/** `trimMessages` on the messages of a conversation, which are made before the clock runs: to so many tokens. */
export type Trim = (conversation: Conversation) => (maxTokens: number) => Promise<readonly unknown[]>

/** LangChain where it is installed, else null. */
export async function loadLangChain(): Promise<Trim | null> {
  const library = await import('@langchain/core/messages').catch(() => null)
  if (library === null) return null
  const { AIMessage, HumanMessage, ToolMessage, trimMessages } = library
  const toMessages = (message: Message, id: string): BaseMessage[] => {
    const blocks = listBlocks(message)
    const results = blocks.flatMap((block) => toToolResultBlock(block) ?? [])
    const content = textOf(blocks)
    const tool_calls = blocks.flatMap((block) => {
      const call = toToolUseBlock(block)
      // Calls of models have objects as their input.
      return call === undefined ? [] : [{ id: call.id, name: call.name, args: Object(call.input) as object }]
    })
    if (message.role === 'assistant') return [new AIMessage({ id, content, tool_calls })]
    return results.length === 0
      ? [new HumanMessage({ id, content })]
      : results.map(
          (result, at) =>
            new ToolMessage({
              id: `${id} ${at}`,
              content: textOf([result]),
              tool_call_id: result.tool_use_id,
            }),
        )
  }
  return ({ messages, messageTokens }) => {
    const known = new Map<string | undefined, number>()
    const own = messages.flatMap((message, index) => {
      const made = toMessages(message, `message-${index}`)
      for (const { id } of made) known.set(id, (messageTokens[index] ?? 0) / made.length)
      return made
    })
    // It copies messages, which keep their ids.
    const tokenCounter = (all: readonly BaseMessage[]): number => {
      let tokens = 0
      for (const { id } of all) tokens += known.get(id) ?? 0
      return tokens
    }
    return (maxTokens) => trimMessages(own, { maxTokens, tokenCounter, strategy: 'last' })
  }
}

/** `pruneMessages` of the AI SDK where it is installed, else null: without tool calls before the last three messages. */
export async function loadPruneMessages(): Promise<
  ((messages: readonly Message[]) => () => readonly unknown[]) | null
> {
  const library = await import('ai').catch(() => null)
  if (library === null) return null
  return (messages) => {
    const own = messages.flatMap(toModelMessages)
    return () =>
      library.pruneMessages({
        messages: own,
        reasoning: 'all',
        toolCalls: 'before-last-3-messages',
        emptyMessages: 'remove',
      })
  }
}

function toModelMessages(message: Message): ModelMessage[] {
  const blocks = listBlocks(message)
  const results = blocks.flatMap((block) => toToolResultBlock(block) ?? [])
  if (message.role === 'assistant') {
    const calls = blocks.flatMap((block) => toToolUseBlock(block) ?? [])
    const called = calls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    }))
    return [{ role: 'assistant', content: [{ type: 'text', text: textOf(blocks) }, ...called] }]
  }
  if (results.length === 0) return [{ role: 'user', content: textOf(blocks) }]
  const content = results.map((result) => ({
    type: 'tool-result' as const,
    toolCallId: result.tool_use_id,
    toolName: 'tool',
    output: { type: 'text' as const, value: textOf([result]) },
  }))
  return [{ role: 'tool', content }]
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block) => {
      const { content } = toToolResultBlock(block) ?? {}
      if (typeof content === 'string') return content
      return toTextBlock(block)?.text ?? (Array.isArray(content) ? textOf(content) : '')
    })
    .join('\n')
}

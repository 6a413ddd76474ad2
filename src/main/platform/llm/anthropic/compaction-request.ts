import type Anthropic from '@anthropic-ai/sdk'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import type { Compaction } from '../../../kernel/compaction.ts'
import type { ContextEdit } from '../../../kernel/context-edit.ts'
import { ModelFailure, type CompletionRequest } from '../../../kernel/language-model.ts'
import type { AdapterOptions } from '../adapter.ts'
import { readTurns } from '../turns/read-turns.ts'
import type { VerbatimPiece } from '../turns/turn.ts'
import { withoutLooseThinking } from '../turns/without-loose-thinking.ts'
import { toAnthropicMessages } from './to-anthropic-messages.ts'

type Body = Pick<
  Anthropic.Beta.Messages.MessageCreateParamsStreaming,
  'compaction' | 'context_management' | 'max_tokens' | 'messages' | 'model' | 'stream'
>

/** The betas of each compaction; OpenAI's has none. */
export const compactionBetas: Readonly<Record<Compaction['kind'], readonly string[]>> = {
  'anthropic-compact': ['compact-2026-01-12'],
  'anthropic-summarize': ['compact-2026-09-04'],
  'openai-compact': [],
}

/** The betas of a count after edits of the context. */
export const countBetas = ['context-management-2025-06-27', 'token-counting-2024-11-01']

/** The header that asks for betas. */
export function buildBetaHeader(betas: readonly string[]): Readonly<Record<string, string>> {
  return { 'anthropic-beta': betas.join(',') }
}

/** What a compaction is asked for with. */
export function buildCompactionBody(
  options: AdapterOptions,
  request: CompletionRequest,
  compaction: Compaction,
): Body {
  const body = {
    model: options.model,
    messages: buildSignedMessages(options, request),
    max_tokens: request.maxTokens,
    stream: true,
  } as const
  const own = compaction.instructions.trim()
  const instructions = own === '' ? {} : { instructions: own.toWellFormed() }
  switch (compaction.kind) {
    case 'anthropic-compact': {
      const edit = {
        type: 'compact_20260112',
        trigger: { type: 'input_tokens', value: compaction.triggerTokens },
        pause_after_compaction: compaction.pauses,
        ...instructions,
      } as const
      return { ...body, context_management: { edits: [edit] } }
    }
    case 'anthropic-summarize':
      return { ...body, compaction: { type: 'summarize', ...instructions } }
    case 'openai-compact': {
      const message = `${options.info.label} is asked by Anthropic's interface, which has no responses/compact: take a profile of OpenAI.`
      throw new ModelFailure('bad-request', message, undefined, { isUnsent: true })
    }
    default:
      return assertNever(compaction)
  }
}

/** What the input of a request after edits of its context is counted with. */
export function buildEditedCountRequest(
  options: AdapterOptions,
  request: CompletionRequest,
  edit: ContextEdit,
): Anthropic.Beta.Messages.MessageCountTokensParams {
  return {
    model: options.model,
    messages: buildSignedMessages(options, request),
    context_management: { edits: [buildAnthropicEdit(edit)] },
  }
}

function buildAnthropicEdit(
  edit: ContextEdit,
):
  | Anthropic.Beta.Messages.BetaClearToolUses20250919Edit
  | Anthropic.Beta.Messages.BetaClearThinking20251015Edit {
  switch (edit.kind) {
    case 'clear-tool-uses':
      return {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: edit.triggerTokens },
        keep: { type: 'tool_uses', value: edit.keepResults },
      }
    case 'clear-thinking':
      return {
        type: 'clear_thinking_20251015',
        keep: { type: 'thinking_turns', value: edit.keepTurns },
      }
    default:
      return assertNever(edit)
  }
}

/** Messages with the thinking that Anthropic signed and the compactions that it wrote. */
function buildSignedMessages(
  { info }: AdapterOptions,
  { messages }: CompletionRequest,
): Anthropic.Beta.Messages.BetaMessageParam[] {
  const signed = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : content.filter((block) => !isUnsignedThinking(block)),
  }))
  return toAnthropicMessages(readTurns(withoutLooseThinking(signed), info.supportsImages, toVerbatimBlock))
}

function isUnsignedThinking(block: ContentBlock): boolean {
  return block.type === 'thinking' && toVerbatimBlock(block) === undefined
}

function toVerbatimBlock(block: ContentBlock): VerbatimPiece['block'] | undefined {
  const { type, thinking, signature, data } = block
  if (
    type === 'thinking' &&
    typeof thinking === 'string' &&
    typeof signature === 'string' &&
    signature !== ''
  )
    return { type, thinking, signature }
  if (type === 'redacted_thinking' && typeof data === 'string' && data !== '') return { type, data }
  if (type !== 'compaction' || typeof block['content'] !== 'string') return undefined
  const kept = ['content', 'encrypted_content', 'signature', 'tool_changes'].filter((key) => key in block)
  return { type, ...Object.fromEntries(kept.map((key) => [key, block[key]])) }
}

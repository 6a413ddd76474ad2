import type { Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage, ServiceTerms } from '../../../shared/kernel/usage.ts'
import { omitUnknown, parseFields, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import { buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'
import { withoutWrappers, type LoggedCall } from '../session/logged-sessions.ts'
import { separateCached } from '../usage/figures.ts'
import { readAskedTerms, readResponseTerms } from '../usage/read-service-terms.ts'
import { readSpanMessages } from './span-messages.ts'
import type { Span } from './spans.ts'

const input = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.promptTokens',
  'ai.usage.inputTokens',
]

const output = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'ai.usage.completionTokens',
  'ai.usage.outputTokens',
]

const reads = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'llm.token_count.prompt_details.cache_read',
  'ai.usage.cachedInputTokens',
]

const writes = [
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'llm.token_count.prompt_details.cache_write',
]

const reasoning = [
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.usage.reasoning_tokens',
  'llm.token_count.completion_details.reasoning',
  'ai.usage.reasoningTokens',
]

const cost = ['gen_ai.usage.cost', 'llm.cost.total']

const models = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.model.id']

/** What the spans of a file hold. */
export type Conversations = {
  readonly calls: readonly LoggedCall[]
  /** Of conversations whose messages were not recorded what their tools did, by the id of the conversation. */
  readonly tools: ReadonlyMap<string, readonly Message[]>
  /** Names of agents by conversation. */
  readonly agents: ReadonlyMap<string, string>
  /** Calls whose messages were not recorded. */
  readonly silent: number
}

/** Operations of a model, as far as spans name theirs. */
const modelOperations: ReadonlySet<string> = new Set([
  'chat',
  'text_completion',
  'generate_content',
  'completion',
  'response',
])
const otherOperations: ReadonlySet<string> = new Set([
  'execute_tool',
  'embeddings',
  'create_agent',
  'retrieval',
])

/** Finds the model calls among spans, in the order of their time. */
export function findConversations(given: readonly Span[]): Conversations {
  const byId = new Map(given.map((span) => [span.id, span]))
  // Exporters write a span again where they were not sure that it arrived.
  const spans = [...byId.values()].toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
  const conversationOf = createConversationFinder(byId)
  const found: LoggedCall[] = []
  const agents = new Map<string, string>()
  let silent = 0
  for (const span of spans) {
    const conversation = conversationOf(span)
    const agent = toTextOrNull(span.attributes['gen_ai.agent.name'])
    if (agent !== null && !agents.has(conversation)) agents.set(conversation, agent)
    if (otherOperations.has(readOperation(span))) continue
    const messages = readSpanMessages(span)
    if (messages !== null) found.push({ ...messages, id: span.id, conversation, usage: readSpanUsage(span) })
    else if (modelOperations.has(readOperation(span))) silent += 1
  }
  const steps = new Map(spans.map((span) => [span.id, { parentId: span.parentId, isTool: isTool(span) }]))
  const calls = withoutWrappers(found, steps)
  const known = new Set(calls.map(({ conversation }) => conversation))
  const tools = Map.groupBy(
    spans.filter((span) => isTool(span) && !known.has(conversationOf(span))),
    conversationOf,
  )
  return {
    calls,
    tools: new Map([...tools].map(([id, own]) => [id, own.flatMap(buildToolMessages)])),
    agents,
    silent,
  }
}

function readOperation({ attributes }: Span): string {
  return toTextOrNull(attributes['gen_ai.operation.name']) ?? ''
}

function isTool(span: Span): boolean {
  return (
    readOperation(span) === 'execute_tool' ||
    span.attributes['openinference.span.kind'] === 'TOOL' ||
    span.name === 'ai.toolCall'
  )
}

/** The conversation of a span, which may be named by what it is part of; else its trace is one. */
function createConversationFinder(byId: ReadonlyMap<string, Span>): (span: Span) => string {
  const known = new Map<string, string>()
  return (span) => {
    const passed = new Set<string>()
    let at: Span | undefined = span
    let found: string | null = null
    while (at !== undefined && !passed.has(at.id) && found === null) {
      passed.add(at.id)
      found =
        known.get(at.id) ??
        toTextOrNull(at.attributes['gen_ai.conversation.id']) ??
        toTextOrNull(at.attributes['session.id']) ??
        toTextOrNull(at.attributes['traceloop.association.properties.session_id'])
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    }
    const conversation = found ?? span.traceId
    for (const id of passed) known.set(id, conversation)
    return conversation
  }
}

/** The work of a tool as its call and its result. */
function buildToolMessages({ attributes, id, start }: Span): readonly Message[] {
  const callId = toTextOrNull(attributes['gen_ai.tool.call.id']) ?? id
  const time = start === null ? {} : { ts: start }
  const given =
    attributes['gen_ai.tool.call.arguments'] ?? attributes['ai.toolCall.args'] ?? attributes['input.value']
  const result =
    attributes['gen_ai.tool.call.result'] ?? attributes['ai.toolCall.result'] ?? attributes['output.value']
  const name = attributes['gen_ai.tool.name'] ?? attributes['ai.toolCall.name'] ?? attributes['tool.name']
  return [
    { role: 'assistant', content: [buildToolCallBlock(callId, name, given)], ...time, origin: { id } },
    ...(result === undefined
      ? []
      : [{ role: 'user', content: [buildToolResultBlock(callId, result)], ...time, origin: { id } }]),
  ]
}

/**
 * The usage of a model call. The convention counts cached tokens as input; where there are more of them than input, the
 * exporter did not.
 */
function readSpanUsage({ attributes, start, failure }: Span): RequestUsage {
  const findFirstNumber = (keys: readonly string[]): number | null =>
    keys.map((key) => toNumberOrNull(attributes[key])).find((value) => value !== null && value >= 0) ?? null
  const model = models.map((key) => toTextOrNull(attributes[key])).find((value) => value !== null)
  const [tokensIn, tokensOut] = [findFirstNumber(input), findFirstNumber(output)]
  const [cacheReads, cacheWrites] = [findFirstNumber(reads), findFirstNumber(writes)]
  const cached = (cacheReads ?? 0) + (cacheWrites ?? 0)
  const [reasoningTokens, costUsd] = [findFirstNumber(reasoning), findFirstNumber(cost)]
  return {
    ts: start,
    ...readSpanTerms(attributes),
    ...omitUnknown({
      modelId: model,
      tokensIn: tokensIn === null ? null : separateCached(tokensIn, cached),
      isCacheApart: tokensIn === null ? null : true,
      tokensOut,
      cacheReads,
      cacheWrites,
      reasoningTokens,
      costUsd,
      failureText: failure,
    }),
  }
}

/** How the call was served, as conventions of OpenAI and the AI SDK tell it, else how it asked to be. */
function readSpanTerms(attributes: Fields): ServiceTerms {
  const readTier = (side: 'request' | 'response'): unknown =>
    attributes[`openai.${side}.service_tier`] ?? attributes[`gen_ai.openai.${side}.service_tier`]
  const providerMetadata = parseFields(attributes['ai.response.providerMetadata'])
  return (
    readResponseTerms({ service_tier: readTier('response'), providerMetadata }) ??
    readAskedTerms({ service_tier: readTier('request') })
  )
}

import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf, callOf, imageOf, resultOf } from '../messages/blocks.ts'
import { fromOpenAiChat } from '../messages/from-open-ai-chat.ts'
import type { AgentEvent, EventPart, StoredConversation } from './events.ts'
import { terminalText } from './terminal-text.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Events of the conversation itself, which the model never sees. */
const silent =
  /^(?:ConversationStateUpdate|ConversationError|ConversationIterationLimit|Pause|Interrupt|Token|Streaming|StreamingDelta|LLMCompletionLog|HookExecution|Warning|ServerError|AskUser|UserAction|SecurityAnalyzer\w*|ACPToolCall|ResumeTranscript|LLMSwitch|ModelSwitch|Unknown)(?:Event)?$/

/** How messages begin that the SDK writes in the name of the person. */
const nudges =
  /^(?:Your last response did not include a function call or a message|The task appears incomplete \(iteration )/

/** What the model is shown in front of a result that is an error. */
const errorHeader = '[An error occurred during execution.]\n'

/** The events of OpenHands' SDK, each with its `kind`, and the statistics of the conversation. */
export function readNewEvents(records: readonly Fields[], state: Fields): StoredConversation {
  const unknown = new Set<string>()
  const update = records.findLast(
    ({ kind, key }) => kind === 'ConversationStateUpdateEvent' && key === 'stats',
  )
  const stats = isRecord(state['stats']) ? state['stats'] : fieldsAt(update ?? {}, 'value')
  const events = records.map((record): AgentEvent => {
    const part = partOf(record)
    const kind = stringOf(record['kind'])
    if (part.kind === 'none' && !silent.test(kind)) unknown.add(kind)
    const isAnswer = record['source'] === 'agent' && (kind === 'ActionEvent' || kind === 'MessageEvent')
    const id = stringOf(record['id'])
    return {
      id,
      ts: timeOf(record['timestamp']),
      parentId: record['parent_id'] === '__root__' ? null : (textOf(record['parent_id']) ?? undefined),
      responseId: isAnswer ? (textOf(record['llm_response_id']) ?? `event ${id}`) : null,
      part,
    }
  })
  const leaf = textOf(state['leaf_event_id'])
  return {
    events,
    isOld: false,
    usage: usageIn(stats),
    unknown,
    ...(leaf === null ? (state['head_is_empty'] === true ? { leafId: null } : {}) : { leafId: leaf }),
  }
}

function partOf(record: Fields): EventPart {
  switch (record['kind']) {
    case 'SystemPromptEvent':
      return { kind: 'place', isSystem: true }
    case 'MessageEvent':
      return messagePart(record)
    case 'ActionEvent':
      return callPart(record)
    case 'ObservationEvent':
      return resultPart(record, observationBlocks(fieldsAt(record, 'observation'), record))
    case 'AgentErrorEvent':
      return resultPart(record, blocksOf(record['error']), true)
    case 'UserRejectObservation':
      return resultPart(
        record,
        blocksOf(`Action rejected: ${textOf(record['rejection_reason']) ?? 'User rejected the action'}`),
        true,
      )
    case 'CondensationSummaryEvent':
      return summaryPart(record)
    case 'Condensation':
      return condensationPart(record)
    case 'CondensationRequest':
      return { kind: 'condensation-request', reason: textOf(record['reason']) ?? 'request' }
    default:
      return { kind: 'none' }
  }
}

function messagePart(record: Fields): EventPart {
  const own = fromOpenAiChat(fieldsAt(record, 'llm_message'))
  const added = blocksOf(record['extended_content'])
  const content = [
    ...(typeof own?.content === 'string' ? blocksOf(own.content) : (own?.content ?? [])),
    ...added,
  ]
  if (content.length === 0) return { kind: 'place', isSystem: false }
  const role = own?.role ?? (record['source'] === 'agent' ? 'assistant' : 'user')
  const words = own === null ? '' : firstText(own)
  const isOwn =
    record['source'] === 'environment' || record['source'] === 'hook' || nudges.test(words)
      ? { isBoilerplate: true }
      : {}
  return {
    kind: 'message',
    isPrompt: record['source'] === 'user',
    message: { role, content, ...marks(record), ...isOwn },
  }
}

function firstText({ content }: Message): string {
  const first = typeof content === 'string' ? content : content.find(({ type }) => type === 'text')?.['text']
  return typeof first === 'string' ? first : ''
}

function callPart(record: Fields): EventPart {
  const call = fieldsAt(record, 'tool_call')
  const { name, arguments: given } = isRecord(call['function']) ? fieldsAt(call, 'function') : call
  const id = textOf(record['tool_call_id']) ?? textOf(call['id']) ?? stringOf(record['id'])
  const blocks = Array.isArray(record['thinking_blocks']) ? blocksOf(record['thinking_blocks']) : []
  const text = textOf(record['reasoning_content'])
  const encrypted = record['responses_reasoning_item']
  const content: ContentBlock[] = [
    ...blocks,
    ...(blocks.length === 0 && text !== null ? [{ type: 'thinking', thinking: text }] : []),
    ...(isRecord(encrypted) ? blocksOf([{ ...encrypted, type: 'reasoning' }]) : []),
    ...blocksOf(record['thought']),
    callOf(id, name ?? record['tool_name'], given ?? actionOf(record)),
  ]
  return { kind: 'calls', callIds: [id], message: { role: 'assistant', content, ...marks(record) } }
}

function actionOf(record: Fields): Fields {
  return Object.fromEntries(Object.entries(fieldsAt(record, 'action')).filter(([key]) => key !== 'kind'))
}

/** What the tool says of its result to the model; commands have where they ran and how they ended behind it. */
function observationBlocks(observation: Fields, record: Fields): readonly ContentBlock[] {
  const held = observation['content'] ?? observation['output'] ?? observation['result']
  const own = held === undefined ? blocksOf(JSON.stringify(observation)) : blocksOf(held)
  const isError = observation['is_error'] === true || textOf(observation['error']) !== null
  const [only] = own
  const isTerminal = isRecord(observation['metadata']) && own.length <= 1
  const shown = isTerminal
    ? blocksOf(terminalText(only?.type === 'text' ? stringOf(only['text']) : '', observation))
    : own
  const error = textOf(observation['error'])
  const image = textOf(observation['screenshot_data'])
  return [
    ...taskOf(observation),
    ...(isError ? blocksOf(errorHeader) : []),
    ...(error !== null && own.length === 0 ? blocksOf(error) : []),
    ...shown,
    ...(image === null ? [] : [imageOf(`data:image/png;base64,${image}`)]),
    ...blocksOf(record['extended_content']),
  ]
}

/** Results of a subagent begin with which one it was. */
function taskOf({ task_id: id, subagent, status }: Fields): readonly ContentBlock[] {
  return typeof id === 'string' && typeof subagent === 'string'
    ? blocksOf(`Task ID: ${id}\nSubagent: ${subagent}\nStatus: ${textOf(status) ?? ''}`)
    : []
}

function resultPart(record: Fields, content: readonly ContentBlock[], isFailed = false): EventPart {
  const callId = textOf(record['tool_call_id']) ?? stringOf(record['action_id'])
  const isError = isFailed || fieldsAt(record, 'observation')['is_error'] === true
  const [only] = content
  const given = content.length === 1 && only?.type === 'text' ? only['text'] : content
  const result = resultOf(callId, content.length === 0 ? '' : given, isError ? { is_error: true } : {})
  return { kind: 'result', callId, message: { role: 'user', content: [result], ...marks(record) } }
}

function summaryPart(record: Fields): EventPart {
  const text = textOf(record['summary']) ?? ''
  return {
    kind: 'message',
    isPrompt: false,
    message: {
      role: 'user',
      content: [...blocksOf(text)],
      isSummary: true,
      condenseId: stringOf(record['id']),
      ...marks(record),
    },
  }
}

function condensationPart(record: Fields): EventPart {
  const listed = record['forgotten_event_ids']
  const ids = new Set(Array.isArray(listed) ? listed.map(stringOf) : [])
  return {
    kind: 'condensation',
    condensation: {
      isForgotten: (id) => ids.has(id),
      summary: textOf(record['summary']),
      offset: numberOf(record['summary_offset']),
      responseId: textOf(record['llm_response_id']),
    },
  }
}

function marks(record: Fields): Pick<Message, 'ts'> & { readonly origin: { readonly id: string } } {
  const ts = timeOf(record['timestamp'])
  return { ...(ts === null ? {} : { ts }), origin: { id: stringOf(record['id']) } }
}

/** Usage by response, for the agent and its condenser; costs stand beside it in the same order. */
function usageIn(stats: Fields): ReadonlyMap<string, RequestUsage> {
  const groups = Object.values(
    isRecord(stats['usage_to_metrics']) ? stats['usage_to_metrics'] : fieldsAt(stats, 'service_to_metrics'),
  )
  return new Map(
    groups.filter(isRecord).flatMap((group) => {
      const usages = Array.isArray(group['token_usages']) ? group['token_usages'].filter(isRecord) : []
      const costs = Array.isArray(group['costs']) ? group['costs'].filter(isRecord) : []
      return usages.flatMap((usage, at): [string, RequestUsage][] => {
        const id = textOf(usage['response_id'])
        const cost = costs.length === usages.length ? numberOf(costs[at]?.['cost']) : null
        return id === null ? [] : [[id, usageOf(usage, cost)]]
      })
    }),
  )
}

function usageOf(usage: Fields, cost: number | null): RequestUsage {
  const count = (key: string): number => Math.max(0, numberOf(usage[key]) ?? 0)
  const [input, reads, writes] = [
    count('prompt_tokens'),
    count('cache_read_tokens'),
    count('cache_write_tokens'),
  ]
  const model = textOf(usage['model'])
  return {
    ...(model === null ? {} : { modelId: model }),
    // Nobody sends nothing: an input of 0 was not recorded.
    ...(input === 0 ? {} : { tokensIn: reads + writes > input ? input : input - reads - writes }),
    isCacheApart: true,
    ...(numberOf(usage['completion_tokens']) === null ? {} : { tokensOut: count('completion_tokens') }),
    ...(reads > 0 ? { cacheReads: reads } : {}),
    ...(writes > 0 ? { cacheWrites: writes } : {}),
    ...(count('reasoning_tokens') > 0 ? { reasoningTokens: count('reasoning_tokens') } : {}),
    ...(cost === null || cost <= 0 ? {} : { costUsd: cost }),
  }
}

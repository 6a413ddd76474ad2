import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  omitZero,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import {
  readContentBlocks,
  buildToolCallBlock,
  buildImageBlock,
  buildToolResultBlock,
} from '../messages/blocks.ts'
import { readOpenAiChatMessage } from '../messages/read-open-ai-chat-message.ts'
import { separateCached } from '../usage/figures.ts'
import { buildMarks, type AgentEvent, type EventPart, type StoredConversation } from './events.ts'
import { formatTerminalText } from './format-terminal-text.ts'

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
  const stats = isRecord(state['stats']) ? state['stats'] : readNestedFields(update ?? {}, 'value')
  const events = records.map((record): AgentEvent => {
    const part = readEventPart(record)
    const kind = toSafeString(record['kind'])
    if (part.kind === 'none' && !silent.test(kind)) unknown.add(kind)
    const isAnswer = record['source'] === 'agent' && (kind === 'ActionEvent' || kind === 'MessageEvent')
    const id = toSafeString(record['id'])
    return {
      id,
      ts: toTimeOrNull(record['timestamp']),
      parentId: record['parent_id'] === '__root__' ? null : (toTextOrNull(record['parent_id']) ?? undefined),
      responseId: isAnswer ? (toTextOrNull(record['llm_response_id']) ?? `event ${id}`) : null,
      part,
    }
  })
  const leaf = toTextOrNull(state['leaf_event_id'])
  return {
    events,
    isOld: false,
    usage: readUsageByResponse(stats),
    unknown,
    ...(leaf === null ? (state['head_is_empty'] === true ? { leafId: null } : {}) : { leafId: leaf }),
  }
}

function readEventPart(record: Fields): EventPart {
  switch (record['kind']) {
    case 'SystemPromptEvent':
      return { kind: 'place', isSystem: true }
    case 'MessageEvent':
      return readMessagePart(record)
    case 'ActionEvent':
      return readCallPart(record)
    case 'ObservationEvent':
      return buildResultPart(record, readObservationBlocks(readNestedFields(record, 'observation'), record))
    case 'AgentErrorEvent':
      return buildResultPart(record, readContentBlocks(record['error']), true)
    case 'UserRejectObservation':
      return buildResultPart(
        record,
        readContentBlocks(
          `Action rejected: ${toTextOrNull(record['rejection_reason']) ?? 'User rejected the action'}`,
        ),
        true,
      )
    case 'CondensationSummaryEvent':
      return readSummaryPart(record)
    case 'Condensation':
      return readCondensationPart(record)
    case 'CondensationRequest':
      return { kind: 'condensation-request', reason: toTextOrNull(record['reason']) ?? 'request' }
    default:
      return { kind: 'none' }
  }
}

function readMessagePart(record: Fields): EventPart {
  const own = readOpenAiChatMessage(readNestedFields(record, 'llm_message'))
  const added = readContentBlocks(record['extended_content'])
  const content = [
    ...(typeof own?.content === 'string' ? readContentBlocks(own.content) : (own?.content ?? [])),
    ...added,
  ]
  if (content.length === 0) return { kind: 'place', isSystem: false }
  const role = own?.role ?? (record['source'] === 'agent' ? 'assistant' : 'user')
  const words = own === null ? '' : readFirstText(own)
  const isOwn =
    record['source'] === 'environment' || record['source'] === 'hook' || nudges.test(words)
      ? { isBoilerplate: true }
      : {}
  return {
    kind: 'message',
    isPrompt: record['source'] === 'user',
    message: { role, content, ...buildMarks(record), ...isOwn },
  }
}

function readFirstText({ content }: Message): string {
  const first = typeof content === 'string' ? content : content.find(({ type }) => type === 'text')?.['text']
  return typeof first === 'string' ? first : ''
}

function readCallPart(record: Fields): EventPart {
  const call = readNestedFields(record, 'tool_call')
  const { name, arguments: given } = isRecord(call['function']) ? readNestedFields(call, 'function') : call
  const id = toTextOrNull(record['tool_call_id']) ?? toTextOrNull(call['id']) ?? toSafeString(record['id'])
  const blocks = Array.isArray(record['thinking_blocks']) ? readContentBlocks(record['thinking_blocks']) : []
  const text = toTextOrNull(record['reasoning_content'])
  const encrypted = record['responses_reasoning_item']
  const content: ContentBlock[] = [
    ...blocks,
    ...(blocks.length === 0 && text !== null ? [{ type: 'thinking', thinking: text }] : []),
    ...(isRecord(encrypted) ? readContentBlocks([{ ...encrypted, type: 'reasoning' }]) : []),
    ...readContentBlocks(record['thought']),
    buildToolCallBlock(id, name ?? record['tool_name'], given ?? readAction(record)),
  ]
  return { kind: 'calls', callIds: [id], message: { role: 'assistant', content, ...buildMarks(record) } }
}

function readAction(record: Fields): Fields {
  return Object.fromEntries(
    Object.entries(readNestedFields(record, 'action')).filter(([key]) => key !== 'kind'),
  )
}

/** What the tool says of its result to the model; commands have where they ran and how they ended behind it. */
function readObservationBlocks(observation: Fields, record: Fields): readonly ContentBlock[] {
  const held = observation['content'] ?? observation['output'] ?? observation['result']
  const own = held === undefined ? readContentBlocks(JSON.stringify(observation)) : readContentBlocks(held)
  const isError = observation['is_error'] === true || toTextOrNull(observation['error']) !== null
  const [only] = own
  const isTerminal = isRecord(observation['metadata']) && own.length <= 1
  const shown = isTerminal
    ? readContentBlocks(
        formatTerminalText(only?.type === 'text' ? toSafeString(only['text']) : '', observation),
      )
    : own
  const error = toTextOrNull(observation['error'])
  const image = toTextOrNull(observation['screenshot_data'])
  return [
    ...buildTaskBlocks(observation),
    ...(isError ? readContentBlocks(errorHeader) : []),
    ...(error !== null && own.length === 0 ? readContentBlocks(error) : []),
    ...shown,
    ...(image === null ? [] : [buildImageBlock(`data:image/png;base64,${image}`)]),
    ...readContentBlocks(record['extended_content']),
  ]
}

/** Results of a subagent begin with which one it was. */
function buildTaskBlocks({ task_id: id, subagent, status }: Fields): readonly ContentBlock[] {
  return typeof id === 'string' && typeof subagent === 'string'
    ? readContentBlocks(`Task ID: ${id}\nSubagent: ${subagent}\nStatus: ${toTextOrNull(status) ?? ''}`)
    : []
}

function buildResultPart(record: Fields, content: readonly ContentBlock[], isFailed = false): EventPart {
  const callId = toTextOrNull(record['tool_call_id']) ?? toSafeString(record['action_id'])
  const isError = isFailed || readNestedFields(record, 'observation')['is_error'] === true
  const [only] = content
  const given = content.length === 1 && only?.type === 'text' ? only['text'] : content
  const result = buildToolResultBlock(
    callId,
    content.length === 0 ? '' : given,
    isError ? { is_error: true } : {},
  )
  return { kind: 'result', callId, message: { role: 'user', content: [result], ...buildMarks(record) } }
}

function readSummaryPart(record: Fields): EventPart {
  const text = toTextOrNull(record['summary']) ?? ''
  return {
    kind: 'message',
    isPrompt: false,
    message: {
      role: 'user',
      content: [...readContentBlocks(text)],
      isSummary: true,
      condenseId: toSafeString(record['id']),
      ...buildMarks(record),
    },
  }
}

function readCondensationPart(record: Fields): EventPart {
  const listed = record['forgotten_event_ids']
  const ids = new Set(Array.isArray(listed) ? listed.map(toSafeString) : [])
  return {
    kind: 'condensation',
    condensation: {
      isForgotten: (id) => ids.has(id),
      summary: toTextOrNull(record['summary']),
      offset: toNumberOrNull(record['summary_offset']),
      responseId: toTextOrNull(record['llm_response_id']),
    },
  }
}

/** Usage by response, for the agent and its condenser; costs stand beside it in the same order. */
function readUsageByResponse(stats: Fields): ReadonlyMap<string, RequestUsage> {
  const groups = Object.values(
    isRecord(stats['usage_to_metrics'])
      ? stats['usage_to_metrics']
      : readNestedFields(stats, 'service_to_metrics'),
  )
  return new Map(
    groups.filter(isRecord).flatMap((group) => {
      const usages = readRecordList(group['token_usages'])
      const costs = readRecordList(group['costs'])
      return usages.flatMap((usage, at): [string, RequestUsage][] => {
        const id = toTextOrNull(usage['response_id'])
        const cost = costs.length === usages.length ? toNumberOrNull(costs[at]?.['cost']) : null
        return id === null ? [] : [[id, readResponseUsage(usage, cost)]]
      })
    }),
  )
}

function readResponseUsage(usage: Fields, cost: number | null): RequestUsage {
  const count = (key: string): number => Math.max(0, toNumberOrNull(usage[key]) ?? 0)
  const [input, reads, writes] = [
    count('prompt_tokens'),
    count('cache_read_tokens'),
    count('cache_write_tokens'),
  ]
  return omitUnknown({
    modelId: toTextOrNull(usage['model']),
    // Nobody sends nothing: an input of 0 was not recorded.
    tokensIn: input === 0 ? null : separateCached(input, reads + writes),
    isCacheApart: true,
    tokensOut: toNumberOrNull(usage['completion_tokens']) === null ? null : count('completion_tokens'),
    cacheReads: omitZero(reads),
    cacheWrites: omitZero(writes),
    reasoningTokens: omitZero(count('reasoning_tokens')),
    costUsd: cost === null || cost <= 0 ? null : cost,
  })
}

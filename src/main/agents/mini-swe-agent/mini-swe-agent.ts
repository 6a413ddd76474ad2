import type { Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Agent } from '../agent.ts'
import { findTrajectoryOutcome } from '../details/task-outcome.ts'
import {
  isRecord,
  omitUnknown,
  readRecordList,
  omitZero,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { readObject } from '../json/read-object.ts'
import { readOutputMessages } from '../messages/from-payload.ts'
import { readOpenAiChatMessage, isInstruction } from '../messages/read-open-ai-chat-message.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'
import { separateCached } from '../usage/figures.ts'
import { readResponseTerms } from '../usage/read-service-terms.ts'

/** A trajectory of mini-SWE-agent, which sends all of its history each time. */
export const miniSweAgent: Agent = {
  id: 'mini-swe-agent',
  version: 4,
  name: 'mini-SWE-agent',
  label: 'mini-SWE-agent trajectory',
  endings: ['.json'],
  agent: 'mini-swe-agent',
  recognises: ({ values: [value], end }) =>
    isRecord(value) && (isTrajectory(value) || (isRecord(value['info']) && namedAtEnd.test(end))),
  readSession: async (source) => {
    const { object, problems } = readObject(source, source.only())
    const info = readNestedFields(object, 'info')
    const session = readTurns(readStoredTurns(object['messages'], readSubmission(info)))
    const stats = readNestedFields(info, 'model_stats')
    const [costUsd, requests] = ['instance_cost', 'api_calls'].map((name) =>
      omitZero(toNumberOrNull(stats[name])),
    )
    const isPriced = session.usage.requests.some((request) => request.costUsd !== undefined)
    return {
      session,
      workspace: toTextOrNull(readNestedFields(info, 'config', 'environment')['cwd']),
      usualModel: toTextOrNull(readNestedFields(info, 'config', 'model')['model_name']),
      // Where the requests have their costs, their sum says no more.
      totals: isPriced ? {} : { costUsd, requests },
      outcome: await findTrajectoryOutcome(source, object),
      problems: problems.slice(0, 1),
    }
  },
}

/** A patch of more than what is looked at stands before it. */
const namedAtEnd = /"trajectory_format":\s{0,4}"mini-swe-agent/

function isTrajectory({ trajectory_format: format, messages, info }: Fields): boolean {
  if (typeof format === 'string') return format.startsWith('mini-swe-agent')
  return Array.isArray(messages) && isRecord(info) && 'model_stats' in info && 'mini_version' in info
}

/** What was handed in is also the last message, which nobody was sent. */
function readSubmission(info: Fields): string | null {
  return toTextOrNull(info['exit_status']) === null ? null : toTextOrNull(info['submission'])
}

function readStoredTurns(messages: unknown, submission: string | null): readonly Turn[] {
  const all = readRecordList(messages)
  const last = all.at(-1)
  return all.flatMap((stored): readonly Turn[] => {
    const isSubmission = stored === last && submission !== null && stored['content'] === submission
    if (isInstruction(stored) || (isSubmission && !isAnswer(stored))) return []
    const own = readStoredMessages(stored)
    if (isAnswer(stored)) return [{ kind: 'answer', usage: readStoredUsage(stored), messages: own }]
    // What ends a run is sent to nobody.
    return [{ kind: stored['role'] === 'exit' ? 'aside' : 'said', messages: own }]
  })
}

function isAnswer({ role, object }: Fields): boolean {
  return role === 'assistant' || object === 'response'
}

function readStoredMessages(stored: Fields): readonly Message[] {
  const ts = readStoredTime(stored)
  const given =
    stored['role'] === undefined
      ? readOutputMessages(readResponseOutput(stored))
      : [readOpenAiChatMessage(stored)]
  return given.flatMap((message) =>
    message === null ? [] : [{ ...message, ...(ts === null ? {} : { ts }) }],
  )
}

/** A response of OpenAI's Responses is stored as it is, and so are the results of its calls. */
function readResponseOutput(stored: Fields): unknown {
  return Array.isArray(stored['output']) ? stored : [stored]
}

/** Seconds since 1970. */
function readStoredTime(stored: Fields): number | null {
  const time = toNumberOrNull(readNestedFields(stored, 'extra')['timestamp'] ?? stored['timestamp'])
  if (time === null) return toTimeOrNull(stored['timestamp'])
  return Math.round(time < 100_000_000_000 ? time * 1000 : time)
}

function readStoredUsage(stored: Fields): RequestUsage {
  const extra = readNestedFields(stored, 'extra')
  const response = isRecord(extra['response']) ? extra['response'] : stored
  const usage = readNestedFields(response, 'usage')
  const input = toNumberOrNull(usage['prompt_tokens'] ?? usage['input_tokens'])
  const details = {
    ...readNestedFields(usage, 'prompt_tokens_details'),
    ...readNestedFields(usage, 'input_tokens_details'),
    ...readNestedFields(usage, 'completion_tokens_details'),
    ...readNestedFields(usage, 'output_tokens_details'),
  }
  const reads = toNumberOrNull(details['cached_tokens'] ?? usage['cache_read_input_tokens']) ?? 0
  const writes = toNumberOrNull(usage['cache_creation_input_tokens']) ?? 0
  const created = {
    ...readNestedFields(details, 'cache_creation_token_details'),
    ...readNestedFields(usage, 'cache_creation'),
  }
  const hourly = toNumberOrNull(created['ephemeral_1h_input_tokens']) ?? 0
  const cost = toNumberOrNull(extra['cost'])
  return {
    ts: readStoredTime(stored),
    ...readResponseTerms(response),
    ...omitUnknown({
      modelId: toTextOrNull(response['model']),
      tokensIn: input === null ? null : separateCached(input, reads + writes),
      isCacheApart: input === null ? null : true,
      tokensOut: toNumberOrNull(usage['completion_tokens'] ?? usage['output_tokens']),
      cacheReads: reads > 0 ? reads : null,
      cacheWrites: writes > 0 ? writes : null,
      cacheWrites1h: writes > 0 ? omitZero(Math.min(writes, hourly)) : null,
      reasoningTokens: omitZero(toNumberOrNull(details['reasoning_tokens'])),
      costUsd: cost === null || cost <= 0 ? null : cost,
    }),
  }
}

import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { findTrajectoryOutcome } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import { readNestedFields, toNumberOrNull, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { readOutputMessages } from '../messages/from-payload.ts'
import { readOpenAiChatMessage, isInstruction } from '../messages/read-open-ai-chat-message.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { omitZero, withSessionTotals } from '../session/session-totals.ts'

/** A trajectory of mini-SWE-agent, which sends all of its history each time. */
export const miniSweAgent: ImportFormat = {
  id: 'mini-swe-agent',
  version: 3,
  label: 'mini-SWE-agent trajectory',
  endings: ['.json'],
  agent: 'mini-swe-agent',
  recognises: ({ values: [value], end }) =>
    isRecord(value) && (isTrajectory(value) || (isRecord(value['info']) && namedAtEnd.test(end))),
  read: async (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    const info = readNestedFields(object, 'info')
    const config = readNestedFields(info, 'config')
    const { unpriced, ...session } = readMessages(object['messages'], readSubmission(info))
    const task = buildSessionTask(source, {
      format: 'mini-swe-agent',
      agent: 'mini-swe-agent',
      session,
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: toTextOrNull(readNestedFields(config, 'environment')['cwd']),
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
    const stats = readNestedFields(info, 'model_stats')
    const [costUsd, requests] = ['instance_cost', 'api_calls'].map((name) =>
      omitZero(toNumberOrNull(stats[name])),
    )
    return {
      // Where the requests have their costs, their sum says no more.
      ...(unpriced ? withSessionTotals(task, { costUsd, requests }) : task),
      ...(await findTrajectoryOutcome(source, object)),
      model: task.model ?? toTextOrNull(readNestedFields(config, 'model')['model_name']),
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

function readMessages(
  messages: unknown,
  submission: string | null,
): BuiltSession & { readonly unpriced: boolean } {
  const session = createSessionBuilder()
  const history: Entry[] = []
  let unpriced = true
  const all = Array.isArray(messages) ? messages.filter(isRecord) : []
  const last = all.at(-1)
  for (const stored of all) {
    if (stored === last && submission !== null && stored['content'] === submission && !isAnswer(stored))
      continue
    // What ends a run is sent to nobody.
    if (isInstruction(stored)) continue
    const entries = readStoredMessages(stored).map((message): Entry => ({ message }))
    if (stored['role'] === 'exit') session.aside(entries)
    else if (isAnswer(stored)) {
      const usage = readStoredUsage(stored)
      if (usage.costUsd !== undefined) unpriced = false
      session.request(usage, history, entries)
      append(history, entries)
    } else append(history, entries)
  }
  return { ...session.finish(history), unpriced }
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
  const output = toNumberOrNull(usage['completion_tokens'] ?? usage['output_tokens'])
  const details = {
    ...readNestedFields(usage, 'prompt_tokens_details'),
    ...readNestedFields(usage, 'input_tokens_details'),
  }
  const reads = toNumberOrNull(details['cached_tokens'] ?? usage['cache_read_input_tokens']) ?? 0
  const writes = toNumberOrNull(usage['cache_creation_input_tokens']) ?? 0
  const thoughts = toNumberOrNull(
    {
      ...readNestedFields(usage, 'completion_tokens_details'),
      ...readNestedFields(usage, 'output_tokens_details'),
    }['reasoning_tokens'],
  )
  const cost = toNumberOrNull(extra['cost'])
  const model = toTextOrNull(response['model'])
  return {
    ts: readStoredTime(stored),
    ...(model === null ? {} : { modelId: model }),
    ...(input === null
      ? {}
      : { tokensIn: reads + writes > input ? input : input - reads - writes, isCacheApart: true }),
    ...(output === null ? {} : { tokensOut: output }),
    ...(reads > 0 ? { cacheReads: reads } : {}),
    ...(writes > 0 ? { cacheWrites: writes } : {}),
    ...(thoughts === null || thoughts === 0 ? {} : { reasoningTokens: thoughts }),
    ...(cost === null || cost <= 0 ? {} : { costUsd: cost }),
  }
}

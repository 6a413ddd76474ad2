import { append } from '../../../shared/lib/append.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { outcomeOfTrajectory } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { fromOpenAiChat, isInstruction } from '../messages/from-open-ai-chat.ts'
import { messagesOfOutput } from '../messages/from-payload.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { sessionTask } from '../session/session-task.ts'
import { unlessZero, withSessionTotals } from '../session/session-totals.ts'

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
    const info = fieldsAt(object, 'info')
    const config = fieldsAt(info, 'config')
    const { unpriced, ...session } = readMessages(object['messages'], submissionOf(info))
    const task = sessionTask(source, {
      format: 'mini-swe-agent',
      agent: 'mini-swe-agent',
      session,
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: textOf(fieldsAt(config, 'environment')['cwd']),
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
    const stats = fieldsAt(info, 'model_stats')
    const [costUsd, requests] = ['instance_cost', 'api_calls'].map((name) =>
      unlessZero(numberOf(stats[name])),
    )
    return {
      // Where the requests have their costs, their sum says no more.
      ...(unpriced ? withSessionTotals(task, { costUsd, requests }) : task),
      ...(await outcomeOfTrajectory(source, object)),
      model: task.model ?? textOf(fieldsAt(config, 'model')['model_name']),
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
function submissionOf(info: Fields): string | null {
  return textOf(info['exit_status']) === null ? null : textOf(info['submission'])
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
    const entries = messagesOf(stored).map((message): Entry => ({ message }))
    if (stored['role'] === 'exit') session.aside(entries)
    else if (isAnswer(stored)) {
      const usage = usageOf(stored)
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

function messagesOf(stored: Fields): readonly Message[] {
  const ts = timeIn(stored)
  const given = stored['role'] === undefined ? messagesOfOutput(outputOf(stored)) : [fromOpenAiChat(stored)]
  return given.flatMap((message) =>
    message === null ? [] : [{ ...message, ...(ts === null ? {} : { ts }) }],
  )
}

/** A response of OpenAI's Responses is stored as it is, and so are the results of its calls. */
function outputOf(stored: Fields): unknown {
  return Array.isArray(stored['output']) ? stored : [stored]
}

/** Seconds since 1970. */
function timeIn(stored: Fields): number | null {
  const time = numberOf(fieldsAt(stored, 'extra')['timestamp'] ?? stored['timestamp'])
  if (time === null) return timeOf(stored['timestamp'])
  return Math.round(time < 100_000_000_000 ? time * 1000 : time)
}

function usageOf(stored: Fields): RequestUsage {
  const extra = fieldsAt(stored, 'extra')
  const response = isRecord(extra['response']) ? extra['response'] : stored
  const usage = fieldsAt(response, 'usage')
  const input = numberOf(usage['prompt_tokens'] ?? usage['input_tokens'])
  const output = numberOf(usage['completion_tokens'] ?? usage['output_tokens'])
  const details = { ...fieldsAt(usage, 'prompt_tokens_details'), ...fieldsAt(usage, 'input_tokens_details') }
  const reads = numberOf(details['cached_tokens'] ?? usage['cache_read_input_tokens']) ?? 0
  const writes = numberOf(usage['cache_creation_input_tokens']) ?? 0
  const thoughts = numberOf(
    { ...fieldsAt(usage, 'completion_tokens_details'), ...fieldsAt(usage, 'output_tokens_details') }[
      'reasoning_tokens'
    ],
  )
  const cost = numberOf(extra['cost'])
  const model = textOf(response['model'])
  return {
    ts: timeIn(stored),
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

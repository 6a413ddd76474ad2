import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { messagesSentBy } from '../testing/sent-by.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/copilot-cli')
const isPresent = existsSync(data)
const files = isPresent
  ? readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(data, name))
  : ['absent']

type Event = {
  readonly type: string
  readonly agentId?: string
  readonly data: {
    readonly parentToolCallId?: string
    readonly toolCallId?: string
    readonly outputTokens?: number
    readonly success?: boolean
    readonly preCompactionTokens?: number
    readonly preCompactionMessagesLength?: number
    readonly toolRequests?: readonly { readonly toolCallId: string }[]
  }
}

const readTestEvents = (file: string): Event[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Event => JSON.parse(line))

const isOwn = ({ agentId, data: { parentToolCallId } }: Event): boolean =>
  agentId === undefined && parentToolCallId === undefined

describe.skipIf(!isPresent)('real sessions of Copilot CLI', () => {
  it.each(files)('%s has every answer, call and result, and each compaction', async (file) => {
    const events = readTestEvents(file)
    const own = events.filter(isOwn)
    const task = await importTask(file)
    const answers = own.filter(({ type }) => type === 'assistant.message')
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const ids = (type: string, key: string): unknown[] =>
      blocks.filter((block) => block.type === type).map((block) => block[key])
    expect(task.messages.filter(({ role }) => role === 'assistant')).toHaveLength(answers.length)
    expect(ids('tool_use', 'id')).toEqual(
      answers.flatMap(
        ({ data: { toolRequests } }) => toolRequests?.map(({ toolCallId }) => toolCallId) ?? [],
      ),
    )
    expect(ids('tool_result', 'tool_use_id')).toEqual(
      own
        .filter(({ type }) => type === 'tool.execution_complete')
        .map(({ data: { toolCallId } }) => toolCallId),
    )
    expect(task.usage.requests).toHaveLength(answers.length)
    const sum = answers.reduce((all, { data: { outputTokens } }) => all + (outputTokens ?? 0), 0)
    expect(task.usage.requests.reduce((all, { tokensOut }) => all + (tokensOut ?? 0), 0)).toBe(sum)
    const compactions = own.filter(({ type }) => type === 'session.compaction_complete')
    expect(task.usage.condensations.map(({ tokensBefore }) => tokensBefore)).toEqual(
      compactions.map(({ data: { preCompactionTokens } }) => preCompactionTokens),
    )
    expect(task.usage.subtasks ?? 0).toBe(events.filter(({ type }) => type === 'subagent.started').length)
    expect(task.problems).toEqual([])
  })

  it('had as many messages when they were compacted as the agent says', async () => {
    for (const file of files) {
      const own = readTestEvents(file).filter(isOwn)
      const start = own.findIndex(({ type }) => type === 'session.compaction_start')
      if (start === -1) continue
      const before = own.slice(0, start).filter(({ type }) => type === 'assistant.message').length
      const complete = own.find(({ type }) => type === 'session.compaction_complete')
      const task = await importTask(file)
      // The system prompt is one of them and no message here.
      expect(messagesSentBy(task)[before]).toHaveLength((complete?.data.preCompactionMessagesLength ?? 0) - 1)
      const [sent] = messagesSentBy(task).slice(-1)
      expect(sent?.[0]?.isSummary).toBe(true)
      expect(sent).toHaveLength(9)
    }
  })

  it.each(files)('%s is read or refused whatever is damaged', async (file) => {
    const text = readFileSync(file, 'utf8')
    expect(await failuresOfDamaged(text, text.length > 1_000_000 ? 5 : 30)).toEqual([])
  })
})

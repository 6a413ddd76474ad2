import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../shared/kernel/message.ts'
import { importTask } from './import-task.ts'
import type { ImportedTask } from './imported-task.ts'
import { isRecord, readNestedFields, toNumberOrNull, toTextOrNull, type Fields } from './json/fields.ts'
import { failuresOfDamaged } from './testing/damage.ts'
import { messagesSentBy, readBlockTexts } from './testing/sent-by.ts'

const data = resolve(import.meta.dirname, '../../../../shared/data')
const isPresent = existsSync(join(data, 'swe-agent-traj'))
const listMatchingFiles = (pattern: string): readonly string[] =>
  isPresent ? globSync(pattern, { cwd: data }).map((path) => join(data, path)) : ['absent']

const trajectories = listMatchingFiles('swe-agent-traj/*/*.traj')
const runs = listMatchingFiles('openhands/*/output.jsonl')
const sessions = listMatchingFiles('continue-session/*/*.json')
const exports = listMatchingFiles('langfuse-trace/*/*.json')
const traces = listMatchingFiles('otel-genai/*copilot*/*.jsonl')

const parse = (text: string): Fields => {
  const value: unknown = JSON.parse(text)
  return isRecord(value) ? value : {}
}
const readNestedRecords = (fields: Fields, key: string): readonly Fields[] => {
  const value = fields[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}
const selectBlocks = ({ messages }: ImportedTask, type: string): readonly ContentBlock[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((block) => block.type === type),
  )
const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0)
const readLineRecords = (path: string): readonly Fields[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse)

describe.skipIf(!isPresent)('real trajectories of SWE-agent', () => {
  it.each(trajectories)('%s: each answer is a request with all before it', async (path) => {
    const task = await importTask(path)
    const history = readNestedRecords(parse(readFileSync(path, 'utf8')), 'history').filter(
      ({ role }) => role !== 'system',
    )
    expect(task.messages.map(readBlockTexts)).toEqual(history.map(({ content }) => content))
    const sent = messagesSentBy(task).map((messages) => messages.map(readBlockTexts))
    const expected = history.flatMap(({ role, is_demo: isDemo }, at) =>
      role === 'assistant' && isDemo !== true ? [history.slice(0, at).map(({ content }) => content)] : [],
    )
    expect(sent).toEqual(expected)
    expect(task.problems).toHaveLength(1)
  })
})

describe.skipIf(!isPresent)('real runs of OpenHands', () => {
  const all = isPresent
    ? runs.flatMap((path) => readLineRecords(path).map((run) => [path, run] as const))
    : []
  it.each(all)('%s: every call, result and figure: %#', async (path, run) => {
    const task = await importTask(`${path}#${String(run['instance_id'])}`)
    const events = readNestedRecords(run, 'history')
    const collectIds = (key: string): readonly unknown[] =>
      events.flatMap((event) => {
        const id = readNestedFields(event, 'tool_call_metadata')['tool_call_id']
        return event[key] === undefined || event['action'] === 'finish' || id === undefined ? [] : [id]
      })
    expect(selectBlocks(task, 'tool_use').map(({ id }) => id)).toEqual(collectIds('action'))
    expect(selectBlocks(task, 'tool_result').map((block) => block['tool_use_id'])).toEqual(
      collectIds('observation'),
    )
    const usages = readNestedRecords(readNestedFields(run, 'metrics'), 'token_usages')
    const { requests } = task.usage
    expect(requests).toHaveLength(usages.length)
    expect(sum(requests.map(({ tokensIn, cacheReads }) => (tokensIn ?? 0) + (cacheReads ?? 0)))).toBe(
      sum(usages.map((usage) => toNumberOrNull(usage['prompt_tokens']))),
    )
    expect(sum(requests.map(({ tokensOut }) => tokensOut))).toBe(
      sum(usages.map((usage) => toNumberOrNull(usage['completion_tokens']))),
    )
    expect(task.problems).toEqual([])
  })

  it.each(all)('%s: what is sent grows as the count of the vendor does: %#', async (path, run) => {
    const task = await importTask(`${path}#${String(run['instance_id'])}`)
    const sizes = messagesSentBy(task).map(
      (messages) => JSON.stringify(messages.map(({ content }) => content)).length / 4,
    )
    const counts = task.usage.requests.map(({ tokensIn }) => tokensIn ?? 0)
    const ratios = sizes.flatMap((size, at) => {
      const counted = (counts[at] ?? 0) - (counts[0] ?? 0)
      return counted > 2000 ? [(size - (sizes[0] ?? 0)) / counted] : []
    })
    expect(Math.min(...ratios)).toBeGreaterThan(0.65)
    expect(Math.max(...ratios)).toBeLessThan(1.35)
  })
})

describe.skipIf(!isPresent)('real sessions of Continue', () => {
  it.each(sessions)('%s: what is sent is what the logs of the prompts hold, in order', async (path) => {
    const task = await importTask(path)
    const answers = readNestedRecords(parse(readFileSync(path, 'utf8')), 'history').filter(
      (item) => readNestedFields(item, 'message')['role'] === 'assistant',
    )
    const sent = messagesSentBy(task)
    expect(sent).toHaveLength(answers.length)
    let compared = 0
    for (const [at, answer] of answers.entries()) {
      const prompt = toTextOrNull(readNestedRecords(answer, 'promptLogs')[0]?.['prompt'])
      if (prompt === null) continue
      let from = 0
      const squeezed = prompt.replaceAll(/\s+/g, ' ')
      for (const message of sent[at] ?? []) {
        const blocks = typeof message.content === 'string' ? [] : message.content
        for (const block of blocks) {
          const words = String(block['text']).replaceAll(/\s+/g, ' ').trim()
          const found = squeezed.indexOf(words, from)
          expect(found).toBeGreaterThanOrEqual(from)
          from = found + words.length
        }
      }
      // Nothing but the system prompt and the names of the roles is left over.
      const told = (sent[at] ?? []).reduce((all, message) => all + readBlockTexts(message).length, 0)
      expect(prompt.length - told).toBeLessThan(400)
      compared += 1
    }
    expect(compared).toBeGreaterThan(4)
  })
})

describe.skipIf(!isPresent)('real exports of Langfuse', () => {
  it.each(exports)('%s: each innermost generation is a request', async (path) => {
    const task = await importTask(path)
    const observations = readNestedRecords(parse(readFileSync(path, 'utf8')), 'observations')
    const parents = new Set(
      observations.filter(({ type }) => type === 'GENERATION').map((one) => one['parentObservationId']),
    )
    const generations = observations.filter(({ type, id }) => type === 'GENERATION' && !parents.has(id))
    const { requests, condensations } = task.usage
    expect(requests).toHaveLength(generations.length)
    expect(condensations).toEqual([])
    expect(sum(requests.map(({ costUsd }) => costUsd))).toBeCloseTo(
      sum(generations.map((one) => toNumberOrNull(one['totalCost']))),
      12,
    )
    expect(sum(requests.map(({ tokensIn, tokensOut }) => (tokensIn ?? 0) + (tokensOut ?? 0)))).toBe(
      sum(generations.map((one) => toNumberOrNull(one['totalUsage']))),
    )
    const calls = selectBlocks(task, 'tool_use').map(({ id }) => id)
    const results = selectBlocks(task, 'tool_result').map((block) => block['tool_use_id'])
    expect(calls).toEqual(expect.arrayContaining([...results]))
    expect(task.problems).toEqual([])
  })
})

describe.skipIf(!isPresent)('real traces of OpenTelemetry', () => {
  it.each(traces)('%s: every tool is there, and that messages are not is said', async (path) => {
    const spans = readLineRecords(path)
      .flatMap((line) => readNestedRecords(line, 'resourceSpans'))
      .flatMap((group) => readNestedRecords(group, 'scopeSpans'))
      .flatMap((scope) => readNestedRecords(scope, 'spans'))
    const findSpanValue = (span: Fields, name: string): unknown =>
      readNestedFields(readNestedRecords(span, 'attributes').find(({ key }) => key === name) ?? {}, 'value')[
        'stringValue'
      ]
    const conversations = Map.groupBy(spans, (span) => String(findSpanValue(span, 'gen_ai.conversation.id')))
    for (const [id, own] of conversations) {
      const task = await importTask(`${path}#${id}`)
      const calls = own.flatMap((span) => findSpanValue(span, 'gen_ai.tool.call.id') ?? [])
      expect(selectBlocks(task, 'tool_use').map((block) => block['id'])).toEqual(calls)
      expect(selectBlocks(task, 'tool_result').map((block) => block['tool_use_id'])).toEqual(calls)
      expect(task.problems).toHaveLength(1)
    }
  })
})

describe.skipIf(!isPresent)('damaged copies', () => {
  const files = [...trajectories, ...runs, ...sessions, ...exports, ...traces]
  it.each(files.map((path) => [basename(path), path] as const))(
    'of %s are read or refused',
    async (name, path) => {
      const text = readFileSync(path, 'utf8')
      const lines = name.endsWith('.jsonl') ? text : JSON.stringify(JSON.parse(text))
      expect(await failuresOfDamaged(lines, 40)).toEqual([])
    },
  )
})

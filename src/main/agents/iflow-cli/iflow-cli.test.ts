import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

const line = (type: string, uuid: string, parentUuid: string | null, content: unknown): string =>
  JSON.stringify({
    type,
    uuid,
    parentUuid,
    sessionId: 'session-1',
    timestamp: '2026-01-01T00:00:00Z',
    isSidechain: false,
    cwd: '/work',
    message: { role: type, content, model: 'glm-x', usage: { input_tokens: 0, output_tokens: 0 } },
  })
const call = (id: string): Line => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } })
const result = (id: string, response: Line): Line => ({
  type: 'tool_result',
  tool_use_id: id,
  content: { callId: id, responseParts: { functionResponse: { id, name: 'read_file', response } } },
})

describe('a session of iFlow CLI', () => {
  it('has answers together that follow each other, and each of their calls once', async () => {
    const lines = [
      line('user', 'u1', null, 'Go'),
      line('assistant', 'a1', 'u1', [{ type: 'text', text: 'Look' }, call('c1')]),
      line('assistant', 'a2', 'u1', [call('c1'), call('c2')]),
      line('assistant', 'a3', 'u1', [call('c2')]),
      line('user', 'r1', 'a3', [result('c1', { output: 'one' })]),
      line('user', 'r2', 'a3', [result('c2', { error: 'no' })]),
      line('assistant', 'a4', 'u1', [{ type: 'text', text: 'Done' }]),
    ]
    const task = await importFiles('drop', [{ name: 'session-1.jsonl', text: lines.join('\n') }])
    expect(task).toMatchObject({
      format: 'iflow-cli',
      agent: 'iflow-cli',
      model: 'glm-x',
      workspace: '/work',
      problems: [],
    })
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Look+c1+c2', 'one', 'no']])
    expect(task.messages[3]?.content).toMatchObject([{ is_error: true }])
    expect(task.usage.requests[0]?.tokensIn).toBeUndefined()
  })
})

const data = resolve(import.meta.dirname, '../../../../../shared/data/iflow-cli')
const isPresent = existsSync(data)
const files = isPresent
  ? readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(data, name))
  : ['absent']

describe.skipIf(!isPresent)('real sessions of iFlow CLI', () => {
  it.each(files)('%s has every call once, each with its result', async (file) => {
    const task = await importTask(file)
    const text = readFileSync(file, 'utf8')
    const called = new Set([...text.matchAll(/"type":"tool_use","id":"([^"]+)"/g)].map(([, id]) => id))
    const answered = [...text.matchAll(/"tool_use_id":"([^"]+)"/g)].map(([, id]) => id)
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const ids = (type: string, key: string): unknown[] =>
      blocks.filter((block) => block.type === type).map((block) => block[key])
    expect(task.format).toBe('iflow-cli')
    expect(ids('tool_use', 'id')).toEqual([...called])
    expect(ids('tool_result', 'tool_use_id')).toEqual(answered)
    expect(blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => typeof content)).toEqual(
      answered.map(() => 'string'),
    )
    expect(await failuresOfDamaged(text, 100)).toEqual([])
  })
})

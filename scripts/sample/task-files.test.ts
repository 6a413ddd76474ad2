import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countTokens } from './bill.ts'
import { sampleTaskFiles } from './task-files.ts'

const folder = join(import.meta.dirname, '..', '..', 'resources', 'sample-task')
const files = sampleTaskFiles()
const blockSchema = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
  content: z.string().optional(),
})
const messages = z
  .array(z.object({ role: z.string(), content: z.array(blockSchema) }))
  .parse(JSON.parse(files.get('api_conversation_history.json') ?? ''))
const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))

describe('the sample task', () => {
  it.each([...files.keys()])('is committed as the generator writes it: %s', (name) => {
    const committed = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    expect(committed === files.get(name), `${name} is out of date: run \`npm run sample\``).toBe(true)
  })

  it('alternates the two roles and answers every tool call in the next message', () => {
    expect(messages.map(({ role }) => role)).toEqual(
      messages.map((_, n) => (n % 2 === 0 ? 'user' : 'assistant')),
    )
    for (const [index, { content, role }] of messages.entries()) {
      if (role !== 'assistant') continue
      const asked = content.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
      const next = messages[index + 1]?.content ?? []
      const answered = next.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []))
      expect(answered).toEqual(asked)
    }
  })

  it('is long enough to condense, with errors that repeat and reads that repeat', () => {
    expect(messages.length).toBeGreaterThanOrEqual(90)
    const tokens = countTokens(JSON.stringify(messages))
    expect(tokens).toBeGreaterThan(40_000)
    expect(tokens).toBeLessThan(90_000)
    const errors = results.filter(({ is_error: isError }) => isError === true).map(({ content }) => content)
    expect(errors.length - new Set(errors).size).toBeGreaterThanOrEqual(3)
    const reads = results
      .map(({ content }) => content ?? '')
      .filter((text) => text.startsWith('File: src/http/router.ts'))
    expect(reads.length).toBe(5)
    expect(new Set(reads).size).toBe(2)
  })

  it('fails only the two edits that the story wants to fail', () => {
    expect(results.filter(({ content }) => content?.includes('No match in')).length).toBe(2)
  })
})

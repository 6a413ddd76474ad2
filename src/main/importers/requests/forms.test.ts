import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { wireSentBy } from '../testing/wire-messages.ts'
import {
  anthropicBody,
  chatMessages,
  geminiBody,
  responsesBody,
  sdkMessages,
  sentInAll as sent,
  uiMessages,
} from './testing/bodies.ts'

const read = (value: unknown, name = 'one.json'): Promise<ImportedTask> =>
  importFiles(name, [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }])

describe('a request', () => {
  it.each([
    ['Anthropic Messages', anthropicBody],
    ['OpenAI Chat', { model: 'gpt-x', messages: chatMessages }],
    ['OpenAI Chat without anything else', { messages: chatMessages }],
    ['the messages of OpenAI Chat alone', chatMessages],
    ['OpenAI Responses', responsesBody],
    ['Gemini', geminiBody],
    ['Gemini behind Code Assist', { model: 'g', project: 'p', request: geminiBody }],
    ['the AI SDK', { model: 'm', messages: sdkMessages }],
    ['a language model of the AI SDK', { prompt: sdkMessages }],
    ['a user interface of the AI SDK', { messages: uiMessages }],
  ])('of %s says what was sent', async (_, body) => {
    const task = await read(body)
    expect(task.format).toBe('requests')
    expect(wireSentBy(task)).toEqual([sent])
    expect(JSON.stringify(task.messages)).not.toMatch(/You help\.|cache_control/)
    expect(JSON.stringify(task.messages)).toContain('"thinking":"hm"')
    expect(task.title).toBe('Look')
    expect(task.problems).toEqual([])
  })
})

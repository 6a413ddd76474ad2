import { describe, expect, it } from 'vitest'
import { findEnvironment } from './text-segment.ts'

describe('what an agent wrote about its surroundings', () => {
  it.each([
    [
      'a reminder behind typed words',
      'Go\n<system-reminder>\nMind\n</system-reminder>',
      ['<system-reminder>\nMind\n</system-reminder>'],
    ],
    [
      'two kinds',
      '<environment_context>a</environment_context>\n<user_instructions>b</user_instructions>',
      ['<environment_context>a</environment_context>', '<user_instructions>b</user_instructions>'],
    ],
    ['a mention in prose', 'the <system-reminder> tag</system-reminder>', []],
    ['a reminder that is never closed', '<system-reminder>\nMind', []],
    ['details that are never closed', 'x\n<environment_details>\nopen', ['<environment_details>\nopen']],
  ])('%s', (_, text, wanted) => {
    expect(findEnvironment(text).map(({ start, end }) => text.slice(start, end))).toEqual(wanted)
  })
})

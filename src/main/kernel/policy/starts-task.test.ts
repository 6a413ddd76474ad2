import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../testing/run-on.ts'
import { startsTask } from './starts-task.ts'

const say = (role: 'user' | 'assistant', content: string): Message => ({ role, content })

const before = [
  say('user', 'Fix the parser of the settings file, it drops comments.'),
  say('assistant', 'The parser in src/settings/parse.ts now keeps comments. Tests pass.'),
]

describe('a prompt begins a new task', () => {
  it.each([
    ['where it is about something else', 'Write release notes for version seven and translate them', true],
    [
      'not where it goes on with the same words',
      'The parser still drops comments inside settings arrays',
      false,
    ],
    ['not where it is too short to tell', 'yes, go on', false],
    ['with a quarter of its words known', 'parser benchmarks against competitors', true],
    ['not with more than a quarter', 'parser comments against competitors', false],
  ])('%s', (_name, prompt, expected) => {
    const conversation = conversationFor([...before, say('user', prompt)])
    expect(startsTask(conversation, 2)).toBe(expected)
  })

  it('never with the first prompt, which has none before it', () => {
    expect(startsTask(conversationFor([...before, say('user', 'Go on')]), 0)).toBe(false)
  })
})

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
    [
      'with a quarter of its words known',
      'parser comments benchmarks against competitors published yesterday somewhere',
      true,
    ],
    ['not with more than a quarter', 'parser comments drops benchmarks against competitors published', false],
    [
      'not where it asks back',
      'Why would anybody translate release notes into seven languages before christmas?',
      false,
    ],
    [
      'not where it points to what was spoken of',
      'Please translate those release notes into seven languages before christmas',
      false,
    ],
    [
      'not where the agent wrapped what a command printed',
      '<bash-stdout>Switched branch release, seven commits behind origin upstream</bash-stdout>',
      false,
    ],
    [
      'also behind a command',
      '<command-args>Write release notes covering version seven, translated into german</command-args>',
      true,
    ],
  ])('%s', (_name, prompt, expected) => {
    const conversation = conversationFor([...before, say('user', prompt)])
    expect(startsTask(conversation, 2)).toBe(expected)
  })

  it('never with the first prompt, which has none before it', () => {
    expect(startsTask(conversationFor([...before, say('user', 'Go on')]), 0)).toBe(false)
  })
})

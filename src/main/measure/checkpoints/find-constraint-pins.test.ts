import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../kernel/history/build-effective-history.ts'
import { locatePins } from '../../kernel/pins/pin.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import { findConstraintPins } from './find-constraint-pins.ts'

const user = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const assistant = (content: string): Message => ({ role: 'assistant', content })
const environment = '<environment_details>\nnothing open\n</environment_details>'
const rule = 'Never change the files in the vendor folder.'
const file: Message[] = [
  user('<task>\nFix the parser.\n</task>', environment),
  assistant('I will read it, with version 10.2.3 of npm.'),
  user(environment, rule),
  assistant(`Understood: ${rule}`),
  user(`As I said: ${rule} You must only use npm.`),
  assistant('Yes.'),
]

const findTestPins = (messages: readonly Message[]) => {
  const effective = buildEffectiveHistory(messages)
  const conversation = conversationFor(effective.messages)
  return { effective, conversation, pins: findConstraintPins(conversation, effective.fileIndices) }
}

describe('pins of constraints', () => {
  it('are the parts in which the user first said them, each once', () => {
    expect(findTestPins(file).pins).toEqual([
      { messageIndex: 2, partIndex: 1 },
      { messageIndex: 4, partIndex: 0 },
    ])
  })

  it('prefer the words of the user to a file that held them before', () => {
    const messages = [
      ...file.slice(0, 1),
      call('1', 'read_file', { path: 'RULES.md' }),
      answer('1', `File: RULES.md\n${rule}`),
      ...file.slice(1),
    ]
    expect(findTestPins(messages).pins[0]).toEqual({ messageIndex: 4, partIndex: 1 })
  })

  it('take what a tool passed on of the user', () => {
    const messages = [
      ...file.slice(0, 2),
      call('1', 'ask_followup_question', { question: 'Which?' }),
      answer('1', `<answer>\n${rule}\n</answer>`),
      assistant('Yes.'),
    ]
    expect(findTestPins(messages).pins).toEqual([{ messageIndex: 3, partIndex: 0 }])
  })

  it('name places of the file where the effective history begins later', () => {
    const hidden = file.slice(0, 2).map((message) => ({ ...message, condenseParent: 's' }))
    const summary: Message = { role: 'user', content: 'In short.', isSummary: true, condenseId: 's' }
    const { pins } = findTestPins([...hidden, summary, ...file.slice(2)])
    expect(pins.map(({ messageIndex }) => messageIndex)).toEqual([3, 5])
  })

  it('are none where the user laid nothing down', () => {
    expect(findTestPins([user('Hello.'), assistant(rule)]).pins).toEqual([])
  })

  it('keep their sentences through a provider that would lose them', async () => {
    const talk = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? user(`more ${index} ${'x'.repeat(400)}`) : assistant(`yes ${'y'.repeat(400)}`),
    )
    const { effective, conversation, pins } = findTestPins([...file, ...talk])
    const kept = async (own: typeof pins) => {
      const located = locatePins(own, effective, conversation)
      const { condensed } = await runOn(slidingWindowMethod, {}, conversation, null, undefined, located)
      return JSON.stringify(condensed?.conversation.messages).includes(rule)
    }
    expect([await kept([]), await kept(pins)]).toEqual([false, true])
  })
})

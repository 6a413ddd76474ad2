import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { applyEdits } from '../../../kernel/apply-edits.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { isPinned } from '../../../kernel/pins/pin.ts'
import { roughCounter } from '../../../kernel/testing/run-on.ts'
import { createPinKeeper } from './pin-keeper.ts'

const result = (id: string, text: string) => ({ type: 'tool_result', tool_use_id: id, content: text })
const call = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: `${id}.ts` } })
const messages: readonly Message[] = [
  { role: 'user', content: 'do it' },
  { role: 'assistant', content: [call('a'), call('b')] },
  { role: 'user', content: [result('a', 'the first result'), result('b', 'the second result')] },
]

/** What of a history is pinned now. */
function findPinnedTexts(keeper: ReturnType<typeof createPinKeeper>, history: readonly Message[]): string[] {
  const conversation = createConversation(history, roughCounter)
  const pins = keeper.findPins(conversation)
  return conversation.parts.flat().flatMap((part) => (isPinned(part, pins) ? [part.text] : []))
}

/** The first result cut, as a pass does. */
function cutFirst(history: readonly Message[]) {
  const source = createConversation(history, roughCounter)
  const part = source.parts.flat().find(({ text }) => text === 'the first result')
  if (part === undefined) throw new Error('It is there.')
  const edit = { edit: { part, text: 'cut' }, reason: 'long', tokensBefore: 4, tokensAfter: 1 }
  return { source, stage: applyEdits(source, [{ ...edit, operation: 'shortened' }], 'pass') }
}

describe('pins of a task that is condensed again and again', () => {
  it('are found where their messages are, and nowhere else', () => {
    const keeper = createPinKeeper([{ messageIndex: 2, partIndex: 1 }], messages)
    expect(findPinnedTexts(keeper, messages)).toEqual(['the second result'])
    expect(findPinnedTexts(keeper, messages.slice(0, 1))).toEqual([])
    expect(findPinnedTexts(keeper, messages.slice(1))).toEqual(['the second result'])
  })

  it('go with a part into the message that was made of its own', () => {
    const keeper = createPinKeeper([{ messageIndex: 2, partIndex: 1 }], messages)
    const { source, stage } = cutFirst(messages)
    keeper.follow(source, stage, keeper.findPins(source))
    expect(stage.messages[2]).not.toBe(messages[2])
    expect(findPinnedTexts(keeper, [...stage.messages, { role: 'assistant', content: 'on' }])).toEqual([
      'the second result',
    ])
  })

  it('of messages that are still to come stay as they are', () => {
    const keeper = createPinKeeper([{ messageIndex: 2, partIndex: null }], messages)
    const source = createConversation(messages.slice(0, 2), roughCounter)
    keeper.follow(source, applyEdits(source, [], 'pass'), keeper.findPins(source))
    expect(findPinnedTexts(keeper, messages)).toEqual(['the first result', 'the second result'])
  })

  it('that name nothing pin nothing', () => {
    const places = [
      { messageIndex: 9, partIndex: null },
      { messageIndex: 2, partIndex: 7 },
    ]
    expect(findPinnedTexts(createPinKeeper(places, messages), messages)).toEqual([])
  })
})

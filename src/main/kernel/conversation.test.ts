import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import {
  createConversation,
  findConversationEnd,
  forgetRevision,
  reviseConversation,
  findWholeConversation,
} from './conversation.ts'

const said = (role: 'user' | 'assistant', content: string): Message => ({ role, content })
const history = [said('user', 'one'), said('assistant', 'two'), said('user', 'three')]
const counter = { id: 'length', count: (text: string) => text.length }

describe('a revision of a conversation', () => {
  it('keeps parts and counts of messages that are still there, at their new places', () => {
    const counted: string[] = []
    const source = createConversation(history, counter)
    const watched = { ...source, counter: { ...counter, count: (text: string) => counted.push(text) } }
    const revised = reviseConversation(watched, [said('user', 'in short'), ...history.slice(2)])
    expect(counted).toEqual(['in short'])
    expect(revised.parts.map(([part]) => part?.messageIndex)).toEqual([0, 1])
    expect(revised.messageTokens[1]).toBe('three'.length)
  })

  it('is made once for a list that is asked for again, until it is let go', () => {
    const source = createConversation(history, counter)
    const messages = history.slice(1)
    const revised = reviseConversation(source, messages)
    expect(reviseConversation(source, messages)).toBe(revised)
    forgetRevision(source)
    const anew = reviseConversation(source, messages)
    expect(anew).not.toBe(revised)
    expect(anew).toEqual(revised)
  })

  it('is that of the list that is asked for, whatever was made of the conversation before', () => {
    const source = createConversation(history, counter)
    reviseConversation(source, history.slice(1))
    expect(reviseConversation(source, history.slice(2)).totalTokens).toBe('three'.length)
  })
})

describe('the end of a conversation that has some messages', () => {
  const written = (path: string): Message =>
    said('assistant', `<read_file>\n<path>${path}</path>\n</read_file>`)
  const result = said('user', "[read_file for 'a.ts'] Result:\n\nexport {}")
  const messages = [...history, written('a.ts'), result, said('assistant', 'That is all.')]
  const whole = createConversation(messages, counter)

  it('has the parts that they have by themselves, at the places where they stand in the whole', () => {
    const end = findConversationEnd(whole, messages.slice(3))
    expect(findWholeConversation(end ?? whole)).toEqual({ conversation: whole, from: 3 })
    const alone = createConversation(messages.slice(3), counter)
    expect(end?.partTokens).toEqual(alone.partTokens)
    expect(end?.parts.flat().map(({ kind, text }) => [kind, text])).toEqual(
      alone.parts.flat().map(({ kind, text }) => [kind, text]),
    )
  })

  it('is none where a result among them is read by a call before them', () => {
    expect(findConversationEnd(whole, messages.slice(4))).toBeNull()
  })

  it('is none of others', () => {
    expect(findConversationEnd(whole, [said('assistant', 'That is all.')])).toBeNull()
    expect(findConversationEnd(whole, [...messages, said('user', 'Go on.')])).toBeNull()
  })
})

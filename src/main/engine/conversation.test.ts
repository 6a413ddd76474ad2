import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/domain/message.ts'
import { createConversation, forgetRevision, reviseConversation } from './conversation.ts'

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

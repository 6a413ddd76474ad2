import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { ModelMessage } from '../../../kernel/language-model.ts'
import { damagedHistory, validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { readTurns } from './read-turns.ts'
import type { Turn } from './turn.ts'

function asked(messages: readonly Message[]): ModelMessage[] {
  return [
    ...messages.map(({ role, content }) => ({
      role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
      content,
    })),
    { role: 'user', content: 'Summarise.' },
  ]
}

function listIds(turn: Turn | undefined, kind: 'call' | 'result'): readonly string[] {
  return (turn?.pieces ?? []).flatMap((piece) => {
    if (piece.kind === 'call' && kind === 'call') return [piece.id]
    return piece.kind === 'result' && kind === 'result' ? [piece.callId] : []
  })
}

/** What every vendor demands of a request; each breach is a 400. */
function expectLegal(turns: readonly Turn[]): void {
  expect(turns[0]?.role).toBe('user')
  for (const [index, turn] of turns.entries()) {
    expect(turn.role).toBe(index % 2 === 0 ? 'user' : 'assistant')
    expect(turn.pieces.length).toBeGreaterThan(0)
    expect([...listIds(turns[index + 1], 'result')].sort()).toEqual([...listIds(turn, 'call')].sort())
    const kinds = turn.pieces.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('result')).toBeLessThan(kinds.filter((kind) => kind === 'result').length)
    const empty = turn.pieces.filter((piece) => piece.kind === 'text' && piece.text.trim() === '')
    expect(empty).toEqual([])
  }
  const calls = turns.flatMap((turn) => listIds(turn, 'call'))
  expect(new Set(calls).size).toBe(calls.length)
}

describe.each([
  ['sound', validHistory()],
  ['damaged', damagedHistory()],
])('turns of a %s history', (_, history) => {
  it('are such that no vendor refuses them', () => {
    fc.assert(
      fc.property(history, (messages) => {
        expectLegal(readTurns(asked(messages), true))
      }),
    )
  })

  it('are such even where the front of the history is missing', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 6 }), (messages, missing) => {
        expectLegal(readTurns(asked(messages.slice(missing)), false))
      }),
    )
  })
})

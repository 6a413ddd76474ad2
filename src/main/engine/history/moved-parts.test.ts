import { describe, expect, it } from 'vitest'
import { movedTo, unmoved } from './moved-parts.ts'
import { splitParts } from './split-parts.ts'

const parts = splitParts({ role: 'user', content: [{ type: 'text', text: 'Do it.' }] }, 3)

describe('parts of a message that moves', () => {
  it('say where it stands, and nothing else anew', () => {
    expect(movedTo(parts, 5)).toEqual(parts.map((part) => ({ ...part, messageIndex: 5 })))
    expect(movedTo(parts, 3)).toBe(parts)
  })

  it('are the same at the same place, wherever the message came from', () => {
    const moved = movedTo(parts, 5)
    expect(movedTo(parts, 5)).toBe(moved)
    expect(movedTo(moved, 3)).toBe(parts)
    expect(movedTo(movedTo(moved, 6), 6)).toBe(movedTo(parts, 6))
  })

  it('are known by those that they were first', () => {
    const twice = movedTo(movedTo(parts, 5), 6)
    expect(twice.map((part, at) => unmoved(part) === parts[at])).toEqual([true])
    expect(parts.map((part) => unmoved(part) === part)).toEqual([true])
  })
})

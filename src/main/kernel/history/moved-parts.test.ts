import { describe, expect, it } from 'vitest'
import { lightObject } from '../../../shared/kernel/light-values.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { moveParts, findUnmovedPart } from './moved-parts.ts'
import { splitParts } from './split-parts.ts'

const parts = splitParts({ role: 'user', content: [{ type: 'text', text: 'Do it.' }] }, 3)

describe('parts of a message that moves', () => {
  it('say where it stands, and nothing else anew', () => {
    expect(moveParts(parts, 5)).toEqual(parts.map((part) => ({ ...part, messageIndex: 5 })))
    expect(moveParts(parts, 3)).toBe(parts)
  })

  it('are the same at the same place, wherever the message came from', () => {
    const moved = moveParts(parts, 5)
    expect(moveParts(parts, 5)).toBe(moved)
    expect(moveParts(moved, 3)).toBe(parts)
    expect(moveParts(moveParts(moved, 6), 6)).toBe(moveParts(parts, 6))
  })

  it('are known by those that they were first', () => {
    const twice = moveParts(moveParts(parts, 5), 6)
    expect(twice.map((part, at) => findUnmovedPart(part) === parts[at])).toEqual([true])
    expect(parts.map((part) => findUnmovedPart(part) === part)).toEqual([true])
  })

  it('are not unpacked where their texts are kept packed', () => {
    let unpacked = 0
    const text = { get: () => `text ${(unpacked += 1)}`, enumerable: true }
    const light: Part = Object.defineProperty({ ...parts[0]!, [lightObject]: true }, 'text', text)
    const [moved] = moveParts([light], 5)
    expect(unpacked).toBe(0)
    expect(moved).toMatchObject({ messageIndex: 5, text: 'text 1' })
    expect(light.messageIndex).toBe(3)
  })
})

import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../../shared/kernel/json-values.ts'
import { isLight, keepLike } from '../../../shared/kernel/light-values.ts'
import { createSeededRandom } from '../../measure/statistics/create-seeded-random.ts'
import { countHeldChars, lighten, lightenMessage } from './text-shelf.ts'

const long = (word: string): string => `${word} `.repeat(200)

const value = {
  type: 'tool_result',
  content: [{ type: 'text', text: long('é𝄞') }, 'short', { data: long('plain') }],
  input: { path: '/a', 7: long('number'), nested: { deep: [[{ text: long('deep') }]] } },
  none: null,
}

describe('a value whose long texts are kept packed', () => {
  it('reads, compares, is written, spread and cloned as before', () => {
    const light = lighten(structuredClone(value))
    expect(light).not.toBe(value)
    expect(JSON.stringify(light)).toBe(JSON.stringify(value))
    expect(light).toEqual(value)
    expect({ ...(light.content[0] as object) }).toEqual(value.content[0])
    expect(structuredClone(light)).toEqual(value)
    expect(Object.keys(light)).toEqual(Object.keys(value))
    expect(countHeldChars(light)).toBe(0)
    expect(countHeldChars(value)).toBeGreaterThan(2000)
  })

  it('is itself where it has none, and is not packed twice', () => {
    const small = { a: 'short', b: [1, { c: 'short' }] }
    expect(lighten(small)).toBe(small)
    const light = lighten({ text: long('x') })
    expect(lighten(light)).toBe(light)
  })

  it('can be frozen, and what is frozen can be packed', () => {
    const frozen = deepFreeze(structuredClone(value))
    const light = deepFreeze(lighten(frozen))
    expect(light).toEqual(value)
    expect(Object.isFrozen(light.content)).toBe(true)
    expect(countHeldChars(light)).toBe(0)
  })

  it('keeps texts that are no valid UTF-16, and names that objects have from elsewhere', () => {
    const broken = {
      text: `${long('a')}\ud800`,
      ...JSON.parse(`{"toString":"${long('b')}","constructor":"${long('c')}"}`),
    }
    expect(JSON.stringify(lighten(broken))).toBe(JSON.stringify(broken))
    const strange: unknown = JSON.parse(`{"__proto__":{"text":"${long('d')}"},"text":"${long('e')}"}`)
    expect(JSON.stringify(lighten(strange))).toBe(JSON.stringify(strange))
  })

  it('gives each text back, however many there are and whatever was asked for before', () => {
    const random = createSeededRandom(7)
    const texts = Array.from({ length: 3000 }, (_, at) =>
      `${at} ${random.nextUint32().toString(36)}`.repeat(10 + random.nextIndex(400)),
    )
    texts.push('z'.repeat(5_000_000), `é${'y'.repeat(300_000)}`)
    const all = texts.map((text) => lighten({ text }))
    for (let round = 0; round < 4000; round += 1) {
      const at = random.nextIndex(texts.length)
      expect(all[at]?.text === texts[at], `text ${at}`).toBe(true)
    }
    expect(all.every(({ text }, at) => text === texts[at])).toBe(true)
  })
})

describe('a light message', () => {
  it('makes what is made of it light, and others do not', () => {
    const message = lightenMessage({ role: 'user', content: long('a') })
    expect(isLight(message)).toBe(true)
    expect(lightenMessage(message)).toBe(message)
    expect(JSON.stringify(message)).toBe(JSON.stringify({ role: 'user', content: long('a') }))
    const parts = [{ text: long('b') }]
    expect(countHeldChars(keepLike(message, parts))).toBe(0)
    expect(keepLike({ role: 'user' }, parts)).toBe(parts)
    expect(isLight(lightenMessage({ role: 'user', content: 'short' }))).toBe(true)
  })
})

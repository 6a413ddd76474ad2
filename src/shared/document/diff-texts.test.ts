import { describe, expect, it, vi } from 'vitest'
import { diffTexts } from './diff-texts.ts'

const side = (segments: readonly { kind: string; text: string }[], leftOut: string): string =>
  segments
    .filter((segment) => segment.kind !== leftOut)
    .map((segment) => segment.text)
    .join('')

describe('comparing two texts', () => {
  it.each([
    ['the cat sat', 'the dog sat down'],
    ['', 'new'],
    ['gone', ''],
    ['\nfoo', 'bar'],
    ['a\n\n b ', 'a\n b\n'],
  ])('compares %j and %j so that both can be read back', (before, after) => {
    const { detail, segments } = diffTexts(before, after)
    expect(detail).toBe('words')
    expect(side(segments, 'added')).toBe(before)
    expect(side(segments, 'removed')).toBe(after)
  })

  it('has nothing to say about equal texts', () => {
    expect(diffTexts('same', 'same').segments).toEqual([{ kind: 'same', text: 'same' }])
    expect(diffTexts('', '').segments).toEqual([])
  })

  it('compares long texts by lines', () => {
    const before = Array.from({ length: 20_000 }, (_, line) => `line ${line} of a long text`).join('\n')
    const after = before.replace('line 77 of', 'LINE 77 of').replace('line 19977 of', 'LINE 19977 of')
    const { detail, segments } = diffTexts(before, after)
    expect(detail).toBe('lines')
    expect(side(segments, 'added')).toBe(before)
  })
})

describe('how finely texts are compared', () => {
  const many = (word: string, count: number): string =>
    Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

  it('is a matter of how much differs', () => {
    const same = many('same', 1000)
    expect(diffTexts(`${same} ${many('a', 1000)}`, `${same} ${many('b', 1000)}`).detail).toBe('words')
    expect(diffTexts(`${same} ${many('a', 9000)}`, `${same} ${many('b', 9000)}`).detail).toBe('lines')
  })

  it('is the same on a machine that is busy', () => {
    let now = 0
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 10_000))
    expect(diffTexts('the cat sat', 'a dog lay').detail).toBe('words')
    vi.restoreAllMocks()
  })
})

it('aligns long texts of which most of the middle is gone', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`)
  const after = [...lines.slice(0, 100), 'left out\n', ...lines.slice(-100)]
  const { segments } = diffTexts(lines.join(''), after.join(''))
  expect(segments.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  expect(segments[2]?.text).toBe('left out\n')
})

it('ends on texts of megabytes that share nothing', () => {
  const before = Array.from({ length: 100_000 }, (_, n) => `before ${n}`).join('\n')
  const after = Array.from({ length: 100_000 }, (_, n) => `after ${n}`).join('\n')
  expect(diffTexts(before, after)).toMatchObject({ detail: 'whole' })
})

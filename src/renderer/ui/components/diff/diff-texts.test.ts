import { describe, expect, it, vi } from 'vitest'
import { diffTexts } from './diff-texts.ts'
import { foldSegments } from './fold-segments.ts'

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
    const { detail, segments } = diffTexts(before, before.replace('line 77 of', 'LINE 77 of'))
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

describe('folding a comparison', () => {
  it('keeps what stands beside a change and counts the rest', () => {
    const long = 'x'.repeat(5000)
    const shown = foldSegments([
      { kind: 'same', text: long },
      { kind: 'removed', text: 'old' },
      { kind: 'same', text: long },
      { kind: 'added', text: 'new' },
    ])
    expect(shown.map((segment) => segment.kind)).toEqual([
      'folded',
      'same',
      'removed',
      'same',
      'folded',
      'same',
      'added',
    ])
    expect(shown[0]).toEqual({ kind: 'folded', of: 'same', characters: 4700 })
    expect(shown[4]).toEqual({ kind: 'folded', of: 'same', characters: 4400 })
  })

  it('folds whole lines where there are lines', () => {
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line}\n`).join('')
    const shown = foldSegments([
      { kind: 'same', text: lines },
      { kind: 'added', text: 'new' },
    ])
    expect(shown[0]).toMatchObject({ kind: 'folded' })
    expect(shown[1]).toMatchObject({ kind: 'same', text: expect.stringMatching(/^line \d+\n/) })
  })

  it('never shows millions of characters at once', () => {
    const shown = foldSegments([
      { kind: 'removed', text: 'y'.repeat(3_000_000) },
      { kind: 'added', text: 'z' },
    ])
    const characters = shown.reduce(
      (sum, segment) => sum + (segment.kind === 'folded' ? 0 : segment.text.length),
      0,
    )
    expect(characters).toBeLessThan(21_000)
  })

  it('leaves short comparisons and unchanged texts alone', () => {
    const same = [{ kind: 'same' as const, text: 'z'.repeat(2000) }]
    expect(foldSegments(same)).toEqual(same)
    const short = [
      { kind: 'same' as const, text: 'a' },
      { kind: 'added' as const, text: 'b' },
    ]
    expect(foldSegments(short)).toEqual(short)
  })
})

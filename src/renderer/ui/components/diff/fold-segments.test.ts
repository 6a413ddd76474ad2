import { describe, expect, it } from 'vitest'
import { foldSegments } from './fold-segments.ts'

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

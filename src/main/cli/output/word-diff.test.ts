import { describe, expect, it } from 'vitest'
import { diffText, diffTexts } from './word-diff.ts'

describe('the word diff', () => {
  it('marks what went and what came', () => {
    expect(diffText(diffTexts('the old limit holds', 'the new limit holds'), false)).toBe(
      'the [-old-]{+new+} limit holds',
    )
  })

  it('takes a common dot between two changes for chance', () => {
    const text = diffText(diffTexts('see alpha.beta now please', 'see gamma.delta now please'), false)
    expect(text).toBe('see [-alpha.beta-]{+gamma.delta+} now please')
  })

  it('colours only where colours are wanted', () => {
    const pieces = diffTexts('a b', 'a c')
    expect(diffText(pieces, true)).toBe('a \u001B[31m[-b-]\u001B[0m\u001B[32m{+c+}\u001B[0m')
    expect(diffText(pieces, false)).not.toContain('\u001B')
  })

  it('sends no control character of a history to the terminal', () => {
    expect(diffText([{ kind: 'same', text: 'a\u001B]0;title\u0007b\n\tc' }], true)).toBe(
      'a\uFFFD]0;title\uFFFDb\n\tc',
    )
  })

  it('cuts long stretches in the middle', () => {
    const text = diffText([{ kind: 'removed', text: 'x'.repeat(1000) }], false)
    expect(text).toContain(' … 760 more characters … ')
    expect(text.length).toBeLessThan(300)
  })

  it('loses nothing of either side', () => {
    const before = 'one two. three-four five'
    const after = 'one 2. three-4 six'
    const pieces = diffTexts(before, after)
    const side = (gone: 'removed' | 'added'): string =>
      pieces.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('')
    expect(side('added')).toBe(before)
    expect(side('removed')).toBe(after)
  })

  it('ends on texts of megabytes that share nothing', () => {
    const before = Array.from({ length: 100_000 }, (_, n) => `before ${n}`).join('\n')
    const after = Array.from({ length: 100_000 }, (_, n) => `after ${n}`).join('\n')
    expect(diffTexts(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})

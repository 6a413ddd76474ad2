import { describe, expect, it } from 'vitest'
import { printed } from '../../cli/testing/printed.ts'
import { createDiffer, diffRuns, diffTexts } from './word-diff.ts'

describe('the word diff', () => {
  it('marks what went and what came', async () => {
    expect(await printed(diffRuns(diffTexts('the old limit holds', 'the new limit holds')))).toBe(
      'the [-old-]{+new+} limit holds',
    )
  })

  it('takes a common dot between two changes for chance', async () => {
    const text = await printed(diffRuns(diffTexts('see alpha.beta now please', 'see gamma.delta now please')))
    expect(text).toBe('see [-alpha.beta-]{+gamma.delta+} now please')
  })

  it('colours only where colours are wanted', async () => {
    const runs = diffRuns(diffTexts('a b', 'a c'))
    expect(await printed(runs, true)).toBe('a \u001B[31m[-b-]\u001B[0m\u001B[32m{+c+}\u001B[0m')
    expect(await printed(runs)).not.toContain('\u001B')
  })

  it('sends nothing of a history that steers to the terminal', async () => {
    const text = 'a\u001B]0;title\u0007\u202Eb\n\tc'
    expect(await printed(diffRuns([{ kind: 'same', text }]), true)).toBe(
      'a⟨U+001B⟩]0;title⟨U+0007⟩⟨U+202E⟩b\n\tc',
    )
  })

  it('cuts long texts in the middle', async () => {
    const text = await printed(diffRuns([{ kind: 'removed', text: 'x'.repeat(1000) }]))
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

  it('aligns long texts of which most of the middle is gone', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`)
    const after = [...lines.slice(0, 100), 'left out\n', ...lines.slice(-100)]
    const pieces = diffTexts(lines.join(''), after.join(''))
    expect(pieces.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
    expect(pieces[2]?.text).toBe('left out\n')
  })

  it.each([
    ['words', 20_000, ' '],
    ['lines', 5000, '\n'],
  ])('gives up on texts whose %s differ all over', (_name, count, gap) => {
    const before = Array.from({ length: count }, (_, n) => (n * 7919) % 10).join(gap)
    const after = Array.from({ length: count }, (_, n) => (n * 104_729 + (n >> 3)) % 9).join(gap)
    expect(diffTexts(before, after).map(({ kind }) => kind)).toContain('removed')
  })
})

describe('the word diff of many messages', () => {
  const lines = (seed: number): string =>
    Array.from({ length: 3000 }, (_, n) => `line ${n} ${n % 2 === 0 ? seed : 0}`).join('\n')

  it('is left out for those that come after too much work', () => {
    const differ = createDiffer({ steps: 3_000_000, chars: Number.POSITIVE_INFINITY })
    const kinds = Array.from({ length: 8 }, (_, n) => differ.diff(lines(n + 1), lines(n + 100)) !== null)
    expect(kinds.slice(0, 2)).toEqual([true, true])
    expect(kinds.at(-1)).toBe(false)
  })

  it('is left out for those that come after too much text', () => {
    const differ = createDiffer({ steps: 1000, chars: 20 })
    expect(differ.diff('aaaaa', 'aaaaa')).toEqual([{ kind: 'same', text: 'aaaaa' }])
    expect(differ.diff('aaaaaaaa', 'b')).not.toBeNull()
    expect(differ.diff('a', 'b')).toBeNull()
  })

  it('costs next to nothing where little changed', () => {
    const differ = createDiffer({ steps: 10_000, chars: Number.POSITIVE_INFINITY })
    for (let n = 0; n < 100; n += 1) expect(differ.diff(lines(1), `${lines(1)}\nand ${n}`)).not.toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { diffTexts } from '../../../shared/document/diff-texts.ts'
import { printed } from '../../cli/testing/printed.ts'
import { createDiffer, diffRuns } from './word-diff.ts'

describe('the word diff', () => {
  it('marks what went and what came', async () => {
    expect(await printed(diffRuns(diffTexts('the old limit holds', 'the new limit holds').segments))).toBe(
      'the [-old-]{+new+} limit holds',
    )
  })

  it('takes a common dot between two changes for chance', async () => {
    const text = await printed(
      diffRuns(diffTexts('see alpha.beta now please', 'see gamma.delta now please').segments),
    )
    expect(text).toBe('see [-alpha.beta-]{+gamma.delta+} now please')
  })

  it('colours only where colours are wanted', async () => {
    const runs = diffRuns(diffTexts('a b', 'a c').segments)
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
})

it('is left out for those that come after too much text', () => {
  const differ = createDiffer(20)
  expect(differ.diff('a'.repeat(100), 'a'.repeat(100))).toEqual([{ kind: 'same', text: 'a'.repeat(100) }])
  expect(differ.diff('aaaaaaaa', 'b')).not.toBeNull()
  expect(differ.diff('aaaaaaaaaaa', 'b')).toBeNull()
  expect(differ.diff('a', 'b')).toBeNull()
})

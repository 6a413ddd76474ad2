import { describe, expect, it } from 'vitest'
import { findTerm } from './find-term.ts'

const findTermId = (text: string): string | null => {
  const found = findTerm(text)
  return found.kind === 'found' ? found.entry.id : null
}
const nearestTo = (text: string): readonly string[] => {
  const found = findTerm(text)
  return found.kind === 'unknown' ? found.nearest.map(({ id }) => id) : []
}

describe('a term', () => {
  it.each([
    ['reduction', 'reduction'],
    ['  REDUCTION ', 'reduction'],
    ['continuation-recall', 'continuation-recall'],
    ['kept what was used next', 'continuation-recall'],
    ['Request tok', 'request-tokens'],
    ['break even', 'break-even'],
    ['half lives', 'half-life'],
    ['arms', 'arm'],
    ['redaction', 'reduction'],
    ['cause-pause', 'cause-pause'],
    ['approximation', 'certainty-approximation'],
    ['Rules kept, summary only', 'rules-kept-summary'],
  ])('is found by %s', (text, id) => {
    expect(findTermId(text)).toBe(id)
  })

  it('that is unknown has those near it', () => {
    expect(findTermId('dropped cache')).toBeNull()
    expect(nearestTo('prompt cache')).toContain('prompt')
    expect(nearestTo('survival of paths').length).toBeGreaterThan(0)
    expect(nearestTo('survival of paths').length).toBeLessThanOrEqual(5)
  })

  it.each([
    ['recal', 'recall'],
    ['Compakt', 'condensation'],
    ['dirft', 'drift'],
    ['vervet', 'verdict'],
  ])('that is misspelt as %s has it near', (typo, term) => {
    expect(nearestTo(typo).join(' ').toLowerCase()).toContain(term)
  })

  it('that is like none has none near it', () => {
    expect(findTerm('qqqq zzzz xxxx')).toEqual({ kind: 'unknown', nearest: [] })
  })
})

import { describe, expect, it } from 'vitest'
import { comparisonOf, recall, tokens } from '../testing/comparison-of.ts'
import { describeVerdict } from './describe-verdict.ts'

const paths = { ...recall, id: 'survival-path', label: 'Paths that survive' }
const urls = { ...recall, id: 'survival-url', label: 'URLs that survive' }
const f1 = { ...recall, id: 'artifact-f1', label: 'Artifact F1' }
const more = (taskCount: number | null, checkpoints: number | null) => ({
  verdict: { word: 'not-enough-data' as const, more: { tasks: taskCount, checkpoints } },
})

describe('a verdict in words', () => {
  it.each([
    [
      {},
      recall,
      'balanced keeps less of what the continuation uses than native: −0.120, 95 % interval −0.200 to −0.050 over 12 tasks',
    ],
    [
      { difference: 1904, low: 900, high: 2900 },
      tokens,
      'balanced leaves more tokens than native: +1 904 tok, 95 % interval +900 tok to +2 900 tok over 12 tasks',
    ],
    [
      { verdict: { word: 'better' as const }, difference: 0.3, low: null, high: null, tasks: 1 },
      paths,
      'balanced keeps more paths than native: +0.300, 1 task',
    ],
    [{ low: null, high: null }, urls, 'balanced keeps fewer URLs than native: −0.120, 12 tasks'],
    [{ low: null, high: null }, f1, 'balanced has a lower artifact F1 than native: −0.120, 12 tasks'],
    [
      { verdict: { word: 'no-difference' as const }, difference: 0, low: 0, high: 0 },
      recall,
      'balanced and native do not differ worth naming in continuation recall: 0, 95 % interval 0 to 0 over 12 tasks',
    ],
    [
      { ...more(5, 10), low: null, high: null },
      recall,
      'Not enough data to separate balanced from native in continuation recall: −0.120, 12 tasks; about 5 more tasks, 10 checkpoints',
    ],
    [
      { ...more(null, null), difference: null },
      recall,
      'Not enough data to separate balanced from native in continuation recall: no checkpoint that both have a value of',
    ],
  ])('of %j', (over, metric, text) => {
    const said = describeVerdict(comparisonOf(over), metric, (variantId) => variantId)
    expect(said.replaceAll('\u202f', ' ')).toBe(text)
  })

  it('names variants as they are called now', () => {
    expect(describeVerdict(comparisonOf(), recall, (id) => (id === 'native' ? 'A' : 'B'))).toMatch(
      /^B keeps .* than A:/,
    )
  })
})

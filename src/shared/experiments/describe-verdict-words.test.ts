import { describe, expect, it } from 'vitest'
import type { MetricInfo } from '../activity/quality-types.ts'
import { buildComparison, recall, tokens } from '../testing/build-comparison.ts'
import { describeDecision } from './describe-decision-words.ts'
import { describeVerdict } from './describe-verdict-words.ts'
import type { ExperimentResults, VariantComparison } from './experiment-results-types.ts'

const paths = { ...recall, id: 'survival-path', label: 'Paths that survive' }
const urls = { ...recall, id: 'survival-url', label: 'URLs that survive' }
const f1 = { ...recall, id: 'artifact-f1', label: 'Artifact F1' }
const knows = { ...recall, id: 'knows-done', label: 'Knows what is done' }
const files = { ...recall, id: 'files-kept', label: 'Changed files kept' }
const more = (taskCount: number | null, checkpoints: number | null) => ({
  verdict: { word: 'not-enough-data' as const, more: { tasks: taskCount, checkpoints } },
})

describe('a verdict in words', () => {
  it.each([
    [
      {},
      recall,
      'balanced keeps less of the facts the agent went on to use than native: −0.120, 95 % interval −0.200 to −0.050 over 12 tasks',
    ],
    [
      { difference: 1904, low: 900, high: 2900 },
      tokens,
      'balanced leaves more tokens than native: +1,904 tok, 95 % interval +900 tok to +2,900 tok over 12 tasks',
    ],
    [
      { verdict: { word: 'better' as const }, difference: 0.3, low: null, high: null, tasks: 1 },
      paths,
      'balanced keeps more paths than native: +0.300, 1 task',
    ],
    [{ low: null, high: null }, urls, 'balanced keeps fewer URLs than native: −0.120, 12 tasks'],
    [
      { low: null, high: null },
      { ...knows, id: 'knows-done-summary' },
      'balanced knows less well what is done, by its summary alone, than native: −0.120, 12 tasks',
    ],
    [{ low: null, high: null }, f1, 'balanced has a lower artifact F1 than native: −0.120, 12 tasks'],
    [
      { verdict: { word: 'no-difference' as const }, difference: 0, low: 0, high: 0 },
      recall,
      'balanced and native show no meaningful difference in what they keep of the facts the agent went on to use: 0, 95 % interval 0 to 0 over 12 tasks',
    ],
    [
      { verdict: { word: 'no-difference' as const }, difference: 0, low: 0, high: 0 },
      knows,
      'balanced and native show no meaningful difference in how well they know what is done: 0, 95 % interval 0 to 0 over 12 tasks',
    ],
    [
      { low: null, high: null },
      files,
      'balanced keeps fewer of the changed files than native: −0.120, 12 tasks',
    ],
    [
      { ...more(5, 10), low: null, high: null },
      recall,
      'Not enough data to separate balanced from native in what they keep of the facts the agent went on to use: −0.120, 12 tasks. It takes about 5 more tasks, 10 cuts',
    ],
    [
      { ...more(null, null), difference: null },
      recall,
      'Not enough data to separate balanced from native in what they keep of the facts the agent went on to use: no cut has a value for both',
    ],
  ])('of %j', (over, metric, text) => {
    const said = describeVerdict(buildComparison(over), metric, (variantId) => variantId)
    expect(said.replaceAll('\u202f', ' ')).toBe(text)
  })

  it('names variants as they are called now', () => {
    expect(describeVerdict(buildComparison(), recall, (id) => (id === 'native' ? 'A' : 'B'))).toMatch(
      /^B keeps .* than A:/,
    )
  })
})

describe('the answer of an experiment', () => {
  const cost: MetricInfo = { ...tokens, id: 'cost', label: 'Cost', group: 'cost', unit: 'usd' }
  const reduction: MetricInfo = { ...recall, id: 'reduction', label: 'Reduction', unit: 'percent' }
  const better = { verdict: { word: 'better' as const }, difference: 0.07, low: 0.03, high: 0.11, tasks: 28 }
  const heldBy = (...beaten: readonly boolean[]) =>
    (['names', 'shuffled', 'last-messages'] as const).map((id, at) => ({
      id,
      mean: 0,
      lead: 0,
      tasks: 12,
      p: 1,
      isBeaten: beaten[at] ?? true,
    }))
  const said = (...comparisons: readonly VariantComparison[]): readonly string[] =>
    (
      describeDecision(
        {
          primary: { metric: recall.id, isDeclared: true },
          metrics: [recall, reduction, cost],
          comparisons,
          variants: [
            { id: 'native', cells: { done: 28, failed: 0, unchanged: 0 } },
            { id: 'balanced', cells: { done: 28, failed: 0, unchanged: 0 } },
            { id: 'fragile', cells: { done: 12, failed: 16, unchanged: 0 } },
            { id: 'names', cells: { done: 28, failed: 0 }, controls: { [recall.id]: heldBy(false, false) } },
            { id: 'outside', cells: { done: 28, failed: 0 }, isCostStated: true },
            { id: 'wise', cells: { done: 28, failed: 0 }, controls: { [recall.id]: heldBy() } },
          ],
          rules: { fewestTasks: 5, power: 0.8 },
          // A decision reads these alone.
        } as unknown as ExperimentResults,
        (id) => id,
      )?.lines ?? []
    ).map(({ text }) => text.replaceAll('\u202f', ' '))
  const buildCostComparison = (over: Partial<VariantComparison>): VariantComparison =>
    buildComparison({ metric: 'cost', family: 'secondary', difference: 0, ...over })
  const same = { verdict: { word: 'no-difference' as const } }

  it('is a sentence with its figures in points, and what it costs', () => {
    expect(said(buildComparison(better), buildCostComparison(same))).toEqual([
      'balanced keeps more of the facts the agent went on to use than native: +7 points (3 to 11), 28 tasks. Condensing costs the same. The bill was not measured.',
    ])
    const dearer = buildCostComparison({ verdict: { word: 'worse' }, difference: 0.0031 })
    expect(said(buildComparison(better), dearer)[0]).toMatch(
      /It costs \$0\.0031 more a condensation\. The bill was not measured\.$/,
    )
  })

  it('says where it holds for a part of the checkpoints alone, which may be the easy ones', () => {
    const partly = { ...better, tasks: 12, unpaired: 16 }
    const rest = (over: Partial<VariantComparison>): string | undefined =>
      said(buildComparison({ ...partly, ...over }), buildCostComparison(same))[0]
    expect(rest({ b: 'fragile' })).toMatch(
      /^fragile keeps more .*, 12 tasks\. Cells of fragile failed, so this holds for the others alone\.$/,
    )
    expect(rest({ a: 'fragile', ...same })).toMatch(/12 tasks\. Cells of fragile failed, /)
    expect(rest({})).toMatch(/12 tasks\. Not every cut has a value of both\. Condensing/)
  })

  it('says in the same sentence which cheap tricks the better one was not shown to beat', () => {
    const told = (over: Partial<VariantComparison>): string | undefined => said(buildComparison(over))[0]
    const tricks = 'not shown to beat cheap tricks of its size: names only and own words shuffled.'
    expect(told({ ...better, b: 'names' })).toBe(
      `names keeps more of the facts the agent went on to use than native: +7 points (3 to 11), 28 tasks. It was ${tricks}`,
    )
    expect(told({ ...same, b: 'names', difference: 0 })).toMatch(`tasks. names was ${tricks}`)
    expect(told({ a: 'names' })).toMatch(`tasks. names was ${tricks}`)
    expect(told({ b: 'names' })).not.toContain('not shown')
    expect(told({ ...better, b: 'wise' })).not.toContain('not shown')
    // Of the baseline it is said once.
    const twice = said(buildComparison({ a: 'names' }), buildComparison({ a: 'names', b: 'wise' }))
    expect(twice.map((text) => text.includes('not shown'))).toEqual([true, false])
  })

  it('tells what it does to the bill of a task before what condensing costs', () => {
    const bill = (over: Partial<VariantComparison>): VariantComparison =>
      buildCostComparison({ metric: 'change-of-bill', ...over })
    const told = (over: Partial<VariantComparison>): string | undefined =>
      said(buildComparison(better), buildCostComparison(same), bill(over))[0]
    expect(told(same)).toMatch(/28 tasks\. No difference in the bill\.$/)
    expect(told({ verdict: { word: 'better' }, difference: -0.0813 })).toMatch(
      /28 tasks\. Its bill is \$0\.0813 lower a task\.$/,
    )
    // Without prices nothing is known of the bill.
    expect(told({ ...same, difference: null })).toMatch(
      /28 tasks\. Condensing costs the same\. The bill is not known\.$/,
    )
  })

  it('says whose cost is stated by the method, wherever a cost is told', () => {
    const cheaper = buildCostComparison({ verdict: { word: 'better' }, difference: -0.0031, b: 'outside' })
    const told = (over: Partial<VariantComparison>, ...more: VariantComparison[]): string | undefined =>
      said(buildComparison({ ...better, ...over }), ...more)[0]
    const stated = /The cost of outside is stated by the method\.$/
    expect(told({ b: 'outside' }, cheaper)).toMatch(/The bill was not measured\. The cost of outside is/)
    expect(
      told({ b: 'outside' }, buildCostComparison({ metric: 'change-of-bill', b: 'outside', ...same })),
    ).toMatch(stated)
    expect(told({ a: 'outside' }, buildCostComparison({ a: 'outside', ...same }))).toMatch(stated)
    expect(told({ b: 'outside' })).not.toContain('stated')
    expect(told({}, buildCostComparison(same))).not.toContain('stated')
  })

  it('says what it saves less where that is certain', () => {
    const less = buildComparison({ metric: 'reduction', family: 'secondary', difference: -39.1 })
    expect(said(buildComparison(better), less)[0]).toMatch(/28 tasks\. It saves 39 points less\.$/)
  })

  it('begins with the best variant, and says what keeps as much', () => {
    const lines = said(
      buildComparison(),
      buildComparison({ ...same, b: 'lossless', difference: 0.004, low: -0.006, high: 0.012 }),
      buildComparison({ ...better, b: 'smart' }),
    )
    expect(lines).toEqual([
      'smart keeps more of the facts the agent went on to use than native: +7 points (3 to 11), 28 tasks.',
      'lossless and native keep as much of the facts the agent went on to use: +0.4 points (−0.6 to 1.2), 12 tasks.',
      'balanced keeps less of the facts the agent went on to use than native: −12 points (−20 to −5), 12 tasks.',
    ])
  })

  it('says how much the file takes for no difference', () => {
    const alike = { ...same, b: 'names', difference: -0.4, low: -0.5, high: -0.3 }
    expect(said(buildComparison({ ...alike, margin: 0.6 }))[0]).toMatch(
      /^names and native keep as much of the facts the agent went on to use, where the file takes up to 60 points for none: −40 points/,
    )
    expect(said(buildComparison(alike))[0]).toMatch(
      /^names and native keep as much of the facts the agent went on to use: −40/,
    )
  })

  it('says how many tasks it would take where there are too few', () => {
    const few = { ...more(27, 54), difference: 0.065, low: -1, high: 1, tasks: 2 }
    expect(said(buildComparison(few))).toEqual([
      'Not enough data to tell whether balanced keeps more of the facts the agent went on to use than native: +7 points over 2 tasks so far. About 27 more tasks would settle it.',
    ])
    expect(said(buildComparison(few), buildComparison({ ...few, b: 'lossless', difference: 0.094 }))).toEqual(
      [
        'Not enough data to separate lossless and balanced from native in what they keep of the facts the agent went on to use: +7 points to +9 points over 2 tasks so far. About 27 more tasks would settle it.',
      ],
    )
    expect(said(buildComparison({ ...more(null, null), difference: null, tasks: 0 }))[0]).toContain(
      'no task has a value for both. A verdict needs at least 5 tasks.',
    )
  })
})

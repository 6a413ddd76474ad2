import { expect, it } from 'vitest'
import { judgePlanted } from '../../src/main/measure/planted/judge-planted.ts'
import { makeItems } from '../../src/main/measure/planted/make-items.ts'
import type { PlantedItem } from '../../src/main/measure/planted/planted-item.ts'
import { compareFamily } from '../../src/main/measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../src/main/measure/statistics/comparison-rules.ts'
import { createSeededRandom } from '../../src/main/measure/statistics/create-seeded-random.ts'
import { plantedKinds } from '../../src/shared/planted/planted-types.ts'
import { seededRandom, type Random } from '../sample/random.ts'

/** The gate takes a share. */
const draws = process.env.DEWPOINT_ALL_HISTORIES === undefined ? 10 : 40
const historyCount = 12
/** An honest summary loses one item of five, each time another one. */
const lostShare = 0.2

type Line = (item: PlantedItem) => string | undefined
const honest: Line = ({ statements }) => statements.at(-1)
const dropping =
  (kind: PlantedItem['kind']): Line =>
  (item) =>
    item.kind === kind ? undefined : honest(item)
const staying: Line = ({ statements }) => statements[0]
const flipped: Line = ({ key, current, stale }) => `${key}: ${stale[0] ?? current[0] ?? ''}`

function summarise(items: readonly PlantedItem[], line: Line, random: Random): string {
  return items.flatMap((item) => (random() < lostShare ? [] : [line(item) ?? []].flat())).join('\n')
}

/** Kinds of which a summary and the honest one are called different, each with the word; all corrected together. */
function compare(draw: number, line: Line): readonly string[] {
  const random = seededRandom(1000 + draw)
  const histories = Array.from({ length: historyCount }, (_, at) =>
    makeItems(createSeededRandom(1000 * draw + at)).map(({ item }) => item),
  )
  const measure = (own: Line) =>
    histories.map((items) => {
      const fates = judgePlanted(items, [summarise(items, own, random)])
      return (kind: string): number => {
        const fatesOfKind = fates.filter((_, at) => items[at]?.kind === kind)
        return fatesOfKind.filter((fate) => fate === 'there').length / fatesOfKind.length
      }
    })
  const [baseline, candidate] = [measure(honest), measure(line)]
  const observe = (shares: typeof baseline, kind: string) =>
    shares.map((share, at) => ({ taskId: String(at), checkpointId: 'end', value: share(kind) }))
  const compared = compareFamily(
    plantedKinds.map((kind) => ({
      baseline: observe(baseline, kind),
      candidate: observe(candidate, kind),
      direction: 'higher' as const,
      margin: 0,
      variant: 'candidate',
    })),
    { ...defaultComparisonRules, resamples: 2000, seed: draw },
  )
  return compared.flatMap(({ verdict: { word } }, at) =>
    word === 'worse' || word === 'better' ? [`${plantedKinds[at] ?? ''} ${word}`] : [],
  )
}

it.each([
  ['drops only rules', 'rule', dropping('rule')],
  ['drops only errors', 'error', dropping('error')],
  ['drops only outcomes', 'outcome', dropping('outcome')],
  ['drops only decisions', 'decision', dropping('decision')],
  ['keeps old values', 'value', (item) => (item.kind === 'value' ? staying(item) : honest(item))],
  ['flips states', 'outcome', flipped],
] as const satisfies readonly (readonly [string, PlantedItem['kind'], Line])[])(
  'calls a condensation that %s worse in nine of ten draws of 12 histories',
  (_name, kind, line) => {
    const called = Array.from({ length: draws }, (_, draw) => compare(draw, line))
    const noticed = called.filter((words) => words.includes(`${kind} worse`)).length
    expect(noticed).toBeGreaterThanOrEqual(0.9 * draws)
  },
)

it('calls a condensation different from itself in one of twenty draws at most', () => {
  const called = Array.from({ length: 4 * draws }, (_, draw) => compare(500 + draw, honest))
  expect(called.filter((words) => words.length > 0).length).toBeLessThanOrEqual(0.05 * 4 * draws)
})

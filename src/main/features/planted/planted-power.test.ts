import { beforeAll, expect, it } from 'vitest'
import { plantedKinds, type PlantedKind } from '../../../shared/planted/planted-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { buildControlText } from '../../measure/controls/control-texts.ts'
import { judgePlanted } from '../../measure/planted/judge-planted.ts'
import { pick } from '../../measure/planted/make-items.ts'
import { buildPlantedMessages, makePlantedSession } from '../../measure/planted/make-session.ts'
import type { PlantedItem } from '../../measure/planted/planted-item.ts'
import { compareFamily } from '../../measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../measure/statistics/comparison-rules.ts'
import { createSeededRandom, type RandomSource } from '../../measure/statistics/create-seeded-random.ts'
import { resolveMethod } from '../methods/resolve-method.ts'

/** The gate takes a share. */
const draws = process.env.DEWPOINT_ALL_HISTORIES === undefined ? 10 : 40
/** A draw takes twelve of them. */
const poolSize = 24
const historyCount = 12
/** What a summary is left of the same history by chance: another one loses others. */
const lostPercent = 20

/** What a method that keeps most left of a planted history: the sentences that name an item, with those that they name. */
type Context = {
  readonly items: readonly PlantedItem[]
  readonly sentences: readonly { readonly text: string; readonly about: readonly PlantedItem[] }[]
}

/** The sentence of an item, as a worse condensation has it: null where it leaves it out. */
type Damage = (item: PlantedItem, sentence: string) => string | null

const holds = (sentence: string, text: string): boolean => sentence.toLowerCase().includes(text.toLowerCase())
const none: Damage = (_, sentence) => sentence
const dropping =
  (kind: PlantedKind): Damage =>
  (item, sentence) =>
    item.kind === kind ? null : sentence
const unrevised: Damage = ({ kind, current }, sentence) =>
  kind === 'value' && current.some((form) => holds(sentence, form)) ? null : sentence
const flipped: Damage = ({ kind, current, stale: [old = ''] }, sentence) => {
  const form = current.find((one) => holds(sentence, one))
  return kind !== 'outcome' || form === undefined
    ? sentence
    : sentence.replaceAll(new RegExp(form, 'gi'), old)
}

/** What an arm left of a planted history. */
async function condense(arm: string, at: number) {
  const { items, ...session } = makePlantedSession(77, at, 5000)
  const source = conversationFor([...buildPlantedMessages({ ...session, items })])
  const { method } = resolveMethod({ arm })
  const { condensed } = await runOn(method.method, method.settings, source)
  if (condensed === null) throw new Error(`${arm} left ${session.id} as it was.`)
  return { items, source, result: condensed.conversation }
}

const listTexts = ({ parts }: Conversation): readonly string[] => parts.flat().map(({ text }) => text)

let pool: readonly Context[] = []
beforeAll(async () => {
  const made: Context[] = []
  for (let at = 0; at < poolSize; at += 1) {
    const { items, result } = await condense('smart-balanced', at)
    const sentences = listTexts(result).flatMap((text) => text.split(/(?<=[.!?]) |\n/))
    const named = sentences.map((text) => ({ text, about: items.filter(({ key }) => holds(text, key)) }))
    made.push({ items, sentences: named.filter(({ about }) => about.length > 0) })
  }
  pool = made
})

/** The share of the items of each kind that is there in some texts. */
function shareByKind(items: readonly PlantedItem[], texts: readonly string[]): Record<string, number> {
  const fates = judgePlanted(items, texts)
  return Object.fromEntries(
    plantedKinds.map((kind) => {
      const own = fates.filter((_, at) => items[at]?.kind === kind)
      return [kind, own.filter((fate) => fate === 'there').length / own.length]
    }),
  )
}

/** What is there of each kind in a damaged context that lost some by chance. */
function measure(
  { items, sentences }: Context,
  damage: Damage,
  random: RandomSource,
): Record<string, number> {
  const lost = new Set(items.filter(() => random.nextIndex(100) < lostPercent))
  const text = sentences.flatMap(({ text: sentence, about }) => {
    if (about.some((item) => lost.has(item))) return []
    return about.reduce<string | null>((own, item) => own && damage(item, own), sentence) ?? []
  })
  return shareByKind(items, [text.join('\n')])
}

type Shares = readonly Readonly<Record<string, number>>[]

/** Kinds of which two methods are called different, each with the word; all corrected together. */
function call(baseline: Shares, candidate: Shares, seed: number): readonly string[] {
  const observe = (shares: Shares, kind: PlantedKind) =>
    shares.map((share, at) => ({ taskId: String(at), checkpointId: 'end', value: share[kind] ?? 0 }))
  const compared = compareFamily(
    plantedKinds.map((kind) => ({
      baseline: observe(baseline, kind),
      candidate: observe(candidate, kind),
      direction: 'higher' as const,
      unit: 'share' as const,
      margin: 0,
      variant: 'candidate',
    })),
    { ...defaultComparisonRules, resamples: 2000, seed },
  )
  return compared.flatMap(({ verdict: { word } }, at) =>
    word === 'worse' || word === 'better' ? [`${plantedKinds[at] ?? ''} ${word}`] : [],
  )
}

/** A damaged context held against an undamaged one, over twelve histories of the pool. */
function compare(draw: number, damage: Damage): readonly string[] {
  const random = createSeededRandom(1000 + draw)
  const left = [...pool]
  const histories = Array.from({ length: historyCount }, () => {
    const history = pick(random, left)
    left.splice(left.indexOf(history), 1)
    return history
  })
  const measureAll = (own: Damage): Shares => histories.map((history) => measure(history, own, random))
  return call(measureAll(none), measureAll(damage), draw)
}

it.each([
  ['loses rules', 'rule', dropping('rule')],
  ['loses errors', 'error', dropping('error')],
  ['loses outcomes', 'outcome', dropping('outcome')],
  ['loses decisions', 'decision', dropping('decision')],
  ['misses revisions', 'value', unrevised],
  ['flips states', 'outcome', flipped],
] as const satisfies readonly (readonly [string, PlantedKind, Damage])[])(
  'calls what a real method left worse in nine of ten draws of 12 histories where it %s',
  (_name, kind, damage) => {
    const called = Array.from({ length: draws }, (_, draw) => compare(draw, damage))
    const noticed = called.filter((words) => words.includes(`${kind} worse`)).length
    expect(noticed).toBeGreaterThanOrEqual(0.9 * draws)
    // Nothing but what is damaged is called.
    const others = called.flat().filter((word) => !word.startsWith(kind))
    expect(others.length).toBeLessThanOrEqual(0.05 * plantedKinds.length * draws)
  },
)

it('calls a condensation different from itself in one of twenty draws at most', () => {
  const called = Array.from({ length: 4 * draws }, (_, draw) => compare(500 + draw, none))
  expect(called.filter((words) => words.length > 0).length).toBeLessThanOrEqual(0.05 * 4 * draws)
})

it.each(['codex-local', 'claude-code', 'roo-current'])(
  'never calls a bag of names better than the summary of %s at its size',
  async (arm) => {
    const own: Record<string, number>[] = []
    const bags: Record<string, number>[] = []
    for (let at = 0; at < historyCount; at += 1) {
      const { items, source, result } = await condense(arm, at)
      own.push(shareByKind(items, listTexts(result)))
      bags.push(shareByKind(items, [buildControlText(source, 'names', result.totalTokens)]))
    }
    const words = call(own, bags, 1)
    expect(words).toContain('rule worse')
    expect(words.filter((word) => word.endsWith('better'))).toEqual([])
  },
)

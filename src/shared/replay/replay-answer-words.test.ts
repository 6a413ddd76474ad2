import { describe, expect, it } from 'vitest'
import { isNever, findQuality, replayAnswer, type ReplayFigures } from './replay-answer-words.ts'

type Policy = ReplayFigures['policies'][number]

const condensation = { request: 3, before: 2, after: 1, costUsd: 0, paysBackAfter: null }
const policy = (id: string, over: Partial<Policy> = {}): Policy => ({
  id,
  firings: [condensation],
  costUsd: 4.1,
  quality: { 'continuation-recall': 0.88 },
  peakContext: 90_000,
  ...over,
})
const none = policy('none', { firings: [], costUsd: 6.75, quality: {} })
const recorded = { costUsd: 6.75, playedUsd: 6.75, firings: [], requests: 12 }
const said = (policies: readonly Policy[], over = recorded as ReplayFigures['recorded']): string =>
  replayAnswer({ recorded: over, policies }).replaceAll('\u202f', ' ')

describe('the answer of a replay', () => {
  it('is the cheapest policy, against the record, with what it keeps', () => {
    expect(said([none, policy('native-75', { costUsd: 5 }), policy('smart-75')])).toBe(
      'smart-75 is the cheapest: $4.10 instead of $6.75 as recorded, 39.3 % less, and keeps 88 % of the facts the agent went on to use. One task names no policy: a list of names may keep as much.',
    )
    expect(said([none, policy('smart-75')], { ...recorded, playedUsd: null })).toContain(
      'instead of $6.75 without condensing',
    )
  })

  it('says that the cheapest states itself what condensing takes', () => {
    const stating = policy('own-75', { isCostStated: true })
    const stated = / What it takes for condensing itself is stated by the method\./
    expect(said([none, stating])).toMatch(stated)
    expect(said([none, { ...stating, costUsd: 7 }])).toMatch(stated)
    expect(said([none, stating], { ...recorded, playedUsd: null })).toMatch(stated)
    expect(said([none, stating, policy('native-75', { costUsd: 3 })])).not.toContain('stated')
  })

  it('marks costs that nobody recorded as estimated', () =>
    expect(said([none, policy('smart-75')], { ...recorded, costUsd: null })).toContain(
      'instead of $6.75 as the agent ran it (both estimated), 39.3 % less',
    ))

  it('says so where condensing costs more', () =>
    expect(said([none, policy('smart-75', { costUsd: 7 })])).toMatch(
      /^Condensing does not pay here: the cheapest, smart-75, costs \$7\.00 instead of \$6\.75 as recorded/,
    ))

  it('says what the agent did and kept where its own condensations came cheaper', () => {
    const own = policy('recorded', { costUsd: 6, quality: { 'continuation-recall': 0.36 } })
    const condensed = { ...recorded, playedUsd: 6, costUsd: 6, firings: [{}] }
    expect(said([none, own, policy('smart-75', { costUsd: 6.5 })], condensed)).toBe(
      'No policy is cheaper than what the agent did: the cheapest, smart-75, costs $6.50 instead of $6.00 as recorded, and keeps 88 % of the facts the agent went on to use, where the agent kept 36 %.',
    )
  })

  it('says how large the context was where nothing condensed', () =>
    expect(said([none, policy('native-75', { firings: [], quality: {} })])).toBe(
      'No policy condensed: the context never exceeded 90,000 tok, and nothing is saved or lost.',
    ))

  it('names what keeps most where no prices are known', () =>
    expect(said([policy('a', { costUsd: null }), policy('b', { costUsd: null, quality: {} })])).toBe(
      'a keeps the most of 2 policies that condense: it keeps 88 % of the facts the agent went on to use, which a list of names may do as well. No prices are known, so costs are left out.',
    ))

  it('says so where neither prices nor what is kept is known, and where one policy alone condenses', () => {
    const unknown = policy('a', { costUsd: null, quality: {} })
    expect(said([unknown, { ...unknown, id: 'b' }])).toBe(
      'Nothing tells the policies that condense apart: no prices are known, and what they keep could not be measured.',
    )
    expect(said([policy('a', { costUsd: null })])).toBe(
      'a alone condenses: it keeps 88 % of the facts the agent went on to use. No prices are known, so costs are left out.',
    )
  })

  it('says over how many requests it is where some cannot be played', () =>
    expect(said([none, policy('a')], { ...recorded, notReconstructable: { requests: 11 } })).toMatch(
      /Over 1 of 12 requests: what the others sent is not known\.$/,
    ))

  it('says nothing where nothing could be played', () =>
    expect(said([policy('none', { peakContext: 0 })])).toBe(''))
})

describe('the quality of a policy', () => {
  const at = { recorded }
  it('is all of it where the policy never condensed', () => {
    expect(findQuality(none, 'continuation-recall', at)).toBe(1)
    expect(findQuality(none, 'tokens', at)).toBeNull()
  })

  it('is unknown, and not all of it, where what came of a condensation is encrypted', () => {
    const encrypted = policy('codex', { quality: { 'continuation-recall': null } })
    expect(isNever(encrypted, at)).toBe(false)
    expect(findQuality(encrypted, 'continuation-recall', at)).toBeNull()
    expect(said([none, encrypted])).toContain('what it keeps could not be measured')
  })

  it('is unknown where the agent condensed before what can be played', () =>
    expect(
      findQuality(policy('recorded', { firings: [], quality: {} }), 'continuation-recall', {
        recorded: { firings: [{}] },
      }),
    ).toBeNull())
})

import { describe, expect, it } from 'vitest'
import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import { bindTo } from '../../../kernel/testing/bind-to.ts'
import {
  keepListings,
  operationListings,
  passListings,
  patternListings,
} from '../../../kernel/testing/document-listings.ts'
import { eras, exchangeHistory, type Era } from '../../../kernel/testing/exchange-history.ts'
import { call, modelBy, type AskedModel } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import { findMethod } from '../../methods.ts'
import type { Outcome } from '../../run-method.ts'
import { smartMethod } from './smart.ts'

/** Over 55,000 tokens: every condition of the listings is met. */
const messagesOfLong = 240
const histories = new Map(eras.map((era) => [era, conversationFor(exchangeHistory(messagesOfLong, era))]))

function requireSource(era: Era) {
  const source = histories.get(era)
  if (source === undefined) throw new RangeError(era)
  return source
}

type Asked = Record<string, AskedModel>

async function run(providerId: string, settings: unknown, era: Era, targetTokens: number | null = null) {
  const provider = findMethod(providerId)
  if (provider === undefined) throw new RangeError(providerId)
  const asked: Asked = {}
  const findModel = (id: string): AskedModel => (asked[id] ??= modelBy(() => call('In short: done.')))
  const model = findModel('(run)')
  const conversation = requireSource(era)
  const outcome = await runWith({ provider, settings, conversation }, model, {
    targetTokens,
    services: { findModel },
  })
  const names = Object.entries(asked).flatMap(([id, { asked: requests }]) =>
    requests.length === 0 ? [] : [id],
  )
  return { ...outcome, names: names.toSorted() }
}

function expectValid(era: Era, outcome: Outcome): void {
  const { summary } = outcome
  const source = requireSource(era)
  expect(summary).toMatchObject({ status: 'condensed', error: null })
  expect(unsoundOutcome(source, outcome)).toEqual([])
  let tokens = source.totalTokens
  for (const pass of summary.passes) {
    expect(pass.tokensBefore).toBe(tokens)
    tokens = pass.tokensAfter
  }
  expect(tokens).toBe(summary.stats.finalTokens)
}

describe.each(eras)('the listings of the provider design, on a history of the %s era', (era) => {
  it('are run on a history that meets their conditions', () => {
    expect(requireSource(era).totalTokens).toBeGreaterThan(55_000)
  })

  const runOperation = (kind: string, operation: object) => {
    const keep = { operation: 'keep' }
    const defaults = { messageText: keep, toolParameters: keep, toolResults: keep, [kind]: operation }
    const pass = {
      id: 'only',
      name: 'Only',
      selection: { type: 'preserve_recent', keepRecentCount: 5 },
      mode: 'individual',
      individualConfig: { defaults },
    }
    return run('smart', { losslessPrelude: { enabled: false }, passes: [pass] }, era)
  }

  it.each(keepListings)('$section: $operation.operation for $kind', async ({ kind, operation }) => {
    expect((await runOperation(kind, operation)).summary.status).toBe('unchanged')
  })

  it.each(operationListings)('$section: $operation.operation for $kind', async (listing) => {
    const outcome = await runOperation(listing.kind, listing.operation)
    expectValid(era, outcome)
    expect(outcome.summary.stats.operations.map(({ operation }) => operation)).toEqual([listing.does])
    expect(outcome.condensed?.conversation.messages).toHaveLength(messagesOfLong)
    expect(outcome.names).toEqual(listing.asks)
  })

  it('5.3.3: says how many lines went', async () => {
    const { settings } = passListings.find(({ section }) => section === '5.4.3 individual')!
    const { condensed } = await run('smart', settings, era)
    expect(JSON.stringify(condensed?.conversation.messages[2])).toContain('... (35 more lines)')
  })

  it.each(passListings)('$section', async ({ settings, profiles }) => {
    expect([...new Set(bindTo(smartMethod, settings).profiles)].toSorted()).toEqual(profiles)
    const outcome = await run('smart', settings, era)
    expectValid(era, outcome)
    expect(outcome.names.filter((id) => !profiles.includes(id))).toEqual([])
  })

  it.each([
    ['5.4.2 recent', { kept: 5, passes: ['recent'] }],
    // 30 % of 240 messages.
    ['5.4.2 percent', { kept: 72, passes: ['percent'] }],
    ['5.4.3 individual', { kept: 5, passes: ['individual-truncate'] }],
    ['5.4.4 conditional', { kept: 5, passes: ['fallback'] }],
    ['5.5.1', { kept: 10, passes: ['pass-1-quality', 'pass-2-fallback'] }],
    ['5.5.2', { kept: 5, passes: ['mechanical', 'aggressive-fallback'] }],
    ['5.5.3', { kept: 10, passes: ['suppress-ancient', 'truncate-middle'] }],
    ['5.5.4', { kept: 10, passes: ['zone-ancient', 'zone-old', 'zone-medium'] }],
  ] as const)(
    '%s leaves its recent messages and runs the passes that are needed',
    async (section, expected) => {
      const { settings } = passListings.find((listing) => listing.section === section)!
      const { condensed, summary } = await run('smart', settings, era)
      const result = condensed?.conversation.messages ?? []
      const { messages } = requireSource(era)
      const isSame = (fromEnd: number): boolean => isSameJson(result.at(-fromEnd), messages.at(-fromEnd))
      expect(Array.from({ length: expected.kept }, (_, at) => isSame(at + 1))).not.toContain(false)
      // A result and the call that it answers: one of the two is what the pass changes.
      expect(isSame(expected.kept + 1) && isSame(expected.kept + 2)).toBe(false)
      expect(summary.passes.map(({ id }) => id).filter((id) => id !== 'lossless-prelude')).toEqual(
        expected.passes,
      )
    },
  )

  it('5.4.3 batch: first message, one summary, the last ten', async () => {
    const { settings } = passListings.find(({ section }) => section === '5.4.3 batch')!
    const { condensed, summary } = await run('smart', settings, era)
    const { messages } = requireSource(era)
    const result = condensed?.conversation.messages ?? []
    // Message 230 answers a call in 229, so both stay with the last ten.
    expect(result[0]).toBe(messages[0])
    expect(result[1]).toMatchObject({ role: 'assistant', isSummary: true })
    expect(result.slice(2)).toEqual(messages.slice(229))
    expect(summary.passes[0]?.operations).toEqual({ summarised: 228 })
  })

  it.each(patternListings)('$section as the strategy $providerId', async ({ providerId, settings }) => {
    const { totalTokens } = requireSource(era)
    for (const share of [0.6, 0.4, 0.1]) {
      const outcome = await run(providerId, settings, era, Math.floor(totalTokens * share))
      expectValid(era, outcome)
      expect(outcome.summary.trace.some(({ decision }) => decision === 'taken')).toBe(true)
    }
  })
})

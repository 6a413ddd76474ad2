import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutcomeSummary, TraceStep } from '../../../../shared/condense/outcome-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { ModelFailure } from '../../../kernel/language-model.ts'
import { validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { smartSettings } from '../../../kernel/testing/arbitrary-smart-settings.ts'
import { call, modelBy, type AskedModel } from '../../../kernel/testing/model-by.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import type { Outcome } from '../../run-method.ts'
import { smartMethod } from './smart.ts'

/** Answers that are whole, long, empty, refused or cut, or no answer at all, as the seed says. */
function moodyModel(seed: number): AskedModel {
  const moods = [
    () => call('In short: done.'),
    () => call('Also in short.\n'.repeat(3)),
    () => call('longer than its source '.repeat(200)),
    () => call(''),
    () => [{ kind: 'call' as const }, { kind: 'stopped' as const, reason: 'refused' as const }],
    () => [{ kind: 'call' as const }, { kind: 'text' as const, text: 'cut of' }],
    () => [{ kind: 'call' as const }, new ModelFailure('overloaded', 'busy')],
    () => [new ModelFailure('budget', 'used up')],
  ]
  // A seed of 0 is a model that always answers well.
  return modelBy((_request, index) =>
    seed === 0 ? call('In short.') : moods[(seed * (index + 7)) % moods.length]!(),
  )
}

const target = fc.option(fc.integer({ min: 0, max: 110 }), { nil: null })

function expectFigures({ totalTokens }: Conversation, summary: OutcomeSummary): void {
  let tokens = totalTokens
  for (const { id, tokensBefore, tokensAfter } of summary.passes) {
    expect(tokensBefore).toBe(tokens)
    // The ledger is the one step that adds.
    expect(id === 'ledger' || tokensAfter < tokensBefore).toBe(true)
    tokens = tokensAfter
  }
  expect(tokens).toBe(summary.stats.finalTokens)
  const costUsd = summary.trace.reduce((sum, step) => sum + step.costUsd, 0)
  expect(costUsd).toBeCloseTo(summary.stats.costUsd, 12)
}

/** Steps that did anything though the target was met before them. */
function lateSteps({ trace }: OutcomeSummary, targetTokens: number | null): readonly TraceStep[] {
  if (targetTokens === null) return []
  return trace.filter(
    ({ label, tokensBefore, decision, costUsd, reason }) =>
      tokensBefore <= targetTokens &&
      label !== 'Ledger of artifacts' &&
      (decision !== 'skipped' || costUsd > 0 || !reason.includes('The target of')),
  )
}

/** Number of messages that come from the source, and of images; a run without summaries of messages leaves both. */
function countSourceFigures(source: Conversation, { condensed }: Outcome): readonly number[] {
  const all = [source.messages.length, countImages(source.messages)]
  if (condensed === null) return all
  const { messages } = condensed.provenance
  if (messages.some(({ sources }) => sources.length > 1)) return all
  const kept = messages.filter(({ sources }) => sources.length > 0)
  return [kept.length, countImages(condensed.conversation.messages)]
}

function countImages(messages: readonly Message[]): number {
  return JSON.stringify(messages).split('"type":"image"').length
}

const allowedFailures = [
  'none',
  'condense-failed',
  'summary-refused',
  'overloaded',
  'budget',
  'input-too-long',
]

describe('smart with any passes on any history', () => {
  it('keeps every law, whatever its model answers', async () => {
    const ends = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        validHistory(),
        smartSettings(),
        target,
        fc.nat(30),
        async (messages, settings, percent, seed) => {
          const before = JSON.stringify(messages)
          const source = conversationFor(messages)
          const targetTokens = percent === null ? null : Math.floor((source.totalTokens * percent) / 100)
          const outcome = await runWith(
            { provider: smartMethod, settings, conversation: source },
            moodyModel(seed),
            { targetTokens },
          )
          const { summary } = outcome
          ends.set(summary.status, (ends.get(summary.status) ?? 0) + 1)
          expect(JSON.stringify(messages)).toBe(before)
          expect(allowedFailures).toContain(summary.error?.code ?? 'none')
          expectFigures(source, summary)
          expect(lateSteps(summary, targetTokens)).toEqual([])
          // The generator writes a number there.
          const first = settings['keepFirst'] as number
          const result = outcome.condensed?.conversation.messages ?? messages
          expect(result.slice(0, first)).toEqual(messages.slice(0, first))
          expect(unsoundOutcome(source, outcome)).toEqual([])
          expect(countSourceFigures(source, outcome)).toEqual([messages.length, countImages(messages)])
        },
      ),
      { numRuns: 1200 },
    )
    // Each way of ending is met, so that none of the laws holds for want of cases.
    expect([...ends.keys()].toSorted()).toEqual(['condensed', 'failed', 'unchanged'])
    expect(ends.get('condensed')).toBeGreaterThan(300)
  })
})

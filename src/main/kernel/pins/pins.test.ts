import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { methods } from '../../methods/methods.ts'
import type { Outcome } from '../../methods/run-method.ts'
import { pickPartLocator } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { buildEffectiveHistory } from '../history/build-effective-history.ts'
import { expandReferences, isReversible } from '../history/expand-references.ts'
import { checkHistory } from '../history/invariants/check-history.ts'
import { tagHistory, untagHistory } from '../history/tag-history.ts'
import type { LanguageModel } from '../language-model.ts'
import type { Stage } from '../stages/stage.ts'
import { damagedHistory, validHistory } from '../testing/arbitrary-history.ts'
import { buildPinsFromSeeds, pinSeeds, pinsEvery } from '../testing/arbitrary-pins.ts'
import { briefly, modelBy } from '../testing/model-by.ts'
import { pinnedDifferences } from '../testing/pinned-differences.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { conversationFor, runOn, sharedConversationFor } from '../testing/run-on.ts'
import { sharedCounter } from '../testing/shared-counter.ts'
import { randomRuns, selectTestShare } from '../testing/shares.ts'
import type { Pin } from './pin.ts'

const cases = methods.flatMap((provider) =>
  provider.presets.map((preset) => ({ name: `${provider.id} ${preset.id}`, provider, preset })),
)

/** What says something about a history, or about its model and what that would cost, and nothing about the provider. */
const expectedRefusals = [
  'none',
  'context-grew',
  'not-enough-messages',
  'condensed-recently',
  'budget',
  'vendor-needs-key',
]

const counted = new Map<string, Conversation>()
beforeAll(async () => {
  const counter = await sharedCounter()
  for (const { name, messages } of realHistories())
    counted.set(name, sharedConversationFor(messages, counter))
})

/** What a history was before a provider saw it; many begin with the same. */
const bytes = new WeakMap<Conversation, string>()
function serialiseConversation(conversation: Conversation): string {
  const known = bytes.get(conversation) ?? JSON.stringify(conversation.messages)
  bytes.set(conversation, known)
  return known
}

const brief = (): LanguageModel => modelBy((request) => briefly(request))

describe.each(cases.map((one, turn) => ({ ...one, turn })))(
  '$name and what is pinned',
  ({ provider, preset, turn }) => {
    const keepsThePins = async (
      conversation: Conversation,
      pins: readonly Pin[],
      model?: LanguageModel,
    ): Promise<Outcome> => {
      const before = serialiseConversation(conversation)
      const outcome = await runOn(provider, preset.settings, conversation, null, model, pins)
      const { summary, condensed } = outcome
      expect(JSON.stringify(conversation.messages)).toBe(before)
      expect(expectedRefusals).toContain(summary.error?.code ?? 'none')
      if (condensed === null) return outcome
      const { messages } = condensed.conversation
      const stage = { messages, provenance: condensed.provenance }
      expect(pinnedDifferences(conversation, stage, pins)).toEqual([])
      expect(accountedFor(stage)).toEqual(conversation.messages.map((_, index) => index))
      expect(summary.passes.at(-1)?.tokensAfter).toBe(summary.stats.finalTokens)
      if (isReversible(condensed.provenance)) {
        expect(JSON.stringify(expandReferences(messages, condensed.provenance))).toBe(before)
      }
      if (condensed.tag !== null) {
        const indices = conversation.messages.map((_, index) => index)
        const stored = tagHistory(
          conversation.messages,
          indices,
          messages,
          condensed.provenance,
          condensed.tag,
        )
        expect(buildEffectiveHistory(stored).messages).toEqual(messages)
        expect(untagHistory(stored, condensed.tag)).toEqual(conversation.messages)
      }
      return outcome
    }

    it('stays byte for byte on histories that an API would accept, and so does all that makes them valid', async () => {
      await fc.assert(
        fc.asyncProperty(validHistory(), pinSeeds(), fc.boolean(), async (messages, seeds, isBrief) => {
          const conversation = conversationFor(messages)
          const model = isBrief ? brief() : undefined
          const outcome = await keepsThePins(conversation, buildPinsFromSeeds(conversation, seeds), model)
          expect(checkHistory(outcome.condensed?.conversation.messages ?? [])).toEqual([])
        }),
        { numRuns: randomRuns(60) },
      )
    })

    it('stays on damaged histories, which it makes no worse', async () => {
      await fc.assert(
        fc.asyncProperty(damagedHistory(), pinSeeds(), async (messages, seeds) => {
          const conversation = conversationFor(messages)
          await keepsThePins(conversation, buildPinsFromSeeds(conversation, seeds))
        }),
        { numRuns: randomRuns(30) },
      )
    })

    it('leaves nothing to do where it is everything', async () => {
      await fc.assert(
        fc.asyncProperty(validHistory(), fc.boolean(), async (messages, isWhole) => {
          const conversation = conversationFor(messages)
          const all = everything(conversation, isWhole)
          const { summary } = await keepsThePins(conversation, all, brief())
          expect(summary.status).not.toBe('condensed')
        }),
        { numRuns: randomRuns(15) },
      )
    })

    describe('on real histories', () => {
      it.skipIf(!hasRealHistories).each(selectTestShare(realHistories(), turn, 5))(
        'stays in $name',
        async ({ name }) => {
          const conversation = counted.get(name)!
          await keepsThePins(conversation, pinsEvery(conversation, 7), brief())
          const { summary } = await keepsThePins(conversation, pinsEvery(conversation, 31), brief())
          expect(summary.stats.finalTokens).toBeLessThanOrEqual(conversation.totalTokens)
        },
      )
    })
  },
)

/** Every source message in the order of its index, as often as the record speaks of it. */
function accountedFor({ provenance }: Stage): number[] {
  const kept = provenance.messages.flatMap(({ sources }) => sources)
  const dropped = provenance.dropped.map(({ sourceIndex }) => sourceIndex)
  return [...kept, ...dropped].toSorted((a, b) => a - b)
}

function everything({ messages, parts }: Conversation, isWhole: boolean): Pin[] {
  return messages.flatMap((_: Message, messageIndex): Pin[] =>
    isWhole
      ? [{ messageIndex, part: null }]
      : (parts[messageIndex] ?? []).map((part) => ({ messageIndex, part: pickPartLocator(part) })),
  )
}

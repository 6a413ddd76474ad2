import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import { buildUntouchedStage } from '../../../kernel/stages/stage.ts'
import { validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { buildPinsFromSeeds, pinSeeds } from '../../../kernel/testing/arbitrary-pins.ts'
import { smartSettings } from '../../../kernel/testing/arbitrary-smart-settings.ts'
import { eras, exchangeHistory } from '../../../kernel/testing/exchange-history.ts'
import { call, modelBy } from '../../../kernel/testing/model-by.ts'
import { pinnedDifferences } from '../../../kernel/testing/pinned-differences.ts'
import { conversationFor } from '../../../kernel/testing/run-on.ts'
import { runWith } from '../../../kernel/testing/run-with.ts'
import { unsoundOutcome } from '../../../kernel/testing/unsound-places.ts'
import { smartMethod } from './smart.ts'

const cut = { operation: 'truncate', params: { truncate: { maxChars: 20 } } }
const selection = { type: 'preserve_recent', keepRecentCount: 0 }
const settings = {
  losslessPrelude: { enabled: false },
  keepFirst: 0,
  passes: [
    {
      id: 'sum',
      name: 'Sum',
      selection: { type: 'preserve_recent', keepRecentCount: 12 },
      mode: 'batch',
      batchConfig: { operation: 'summarize' },
    },
    {
      id: 'cut',
      name: 'Cut',
      selection,
      mode: 'individual',
      individualConfig: { defaults: { messageText: cut, toolParameters: cut, toolResults: cut } },
    },
  ],
}

it.each(eras)('what is pinned is found where a summary moved it, in the %s era', async (era) => {
  const conversation = conversationFor(exchangeHistory(21, era))
  const pins = [{ messageIndex: 11, part: null }]
  const model = modelBy(() => call('In short.'))
  const { condensed } = await runWith({ provider: smartMethod, settings, conversation }, model, { pins })
  const same = condensed?.provenance.messages.flatMap(({ sources: [at = -1] }, index) =>
    isSameJson(conversation.messages[at], condensed.conversation.messages[index]) ? [at] : [],
  )
  expect(same).toEqual([11])
})

it('what is pinned survives any passes on any history, byte for byte', async () => {
  let condensations = 0
  await fc.assert(
    fc.asyncProperty(validHistory(), smartSettings(), pinSeeds(), async (messages, any, seeds) => {
      const conversation = conversationFor(messages)
      const pins = buildPinsFromSeeds(conversation, seeds)
      const model = modelBy(() => call('In short.'))
      const outcome = await runWith({ provider: smartMethod, settings: any, conversation }, model, { pins })
      const { condensed, summary } = outcome
      expect(summary.error?.code ?? 'context-grew').toBe('context-grew')
      expect(unsoundOutcome(conversation, outcome)).toEqual([])
      const provenance = condensed?.provenance ?? buildUntouchedStage(messages).provenance
      const stage = { messages: condensed?.conversation.messages ?? messages, provenance }
      expect(pinnedDifferences(conversation, stage, pins)).toEqual([])
      condensations += condensed === null ? 0 : 1
    }),
    { numRuns: 400 },
  )
  expect(condensations).toBeGreaterThan(100)
})

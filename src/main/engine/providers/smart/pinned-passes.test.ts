import { expect, it } from 'vitest'
import { isSameJson } from '../../../../shared/lib/is-same-json.ts'
import { eras, exchangeHistory } from '../../testing/exchange-history.ts'
import { call, modelBy } from '../../testing/model-by.ts'
import { conversationFor } from '../../testing/run-on.ts'
import { runWith } from '../../testing/run-with.ts'
import { smartProvider } from './smart.ts'

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
  const { condensed } = await runWith({ provider: smartProvider, settings, conversation }, model, { pins })
  const same = condensed?.provenance.messages.flatMap(({ sources: [at = -1] }, index) =>
    isSameJson(conversation.messages[at], condensed.conversation.messages[index]) ? [at] : [],
  )
  expect(same).toEqual([11])
})

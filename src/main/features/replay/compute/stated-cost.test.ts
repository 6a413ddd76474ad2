import { expect, it } from 'vitest'
import { replayPolicy, type ReplayPolicy } from './replay-policy.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { makeUniqueMessage, recordedTask } from './testing/replay-example.ts'

const trigger = { windowTokens: 20_000, thresholdPercent: 30, maxTokens: null }
const shorter: ReplayPolicy['condense'] = ({ messages }) =>
  Promise.resolve({
    messages: [makeUniqueMessage('user', 600, 'summary'), ...messages.slice(-1)],
    provenance: { messages: [], dropped: [] },
    costUsd: 0,
  })

it('says that an arm states its own cost, whether or not anything came of it', async () => {
  const task = prepareExample(recordedTask(Array.from({ length: 20 }, () => 1000)))
  const playedBy = (condense: ReplayPolicy['condense']) =>
    replayPolicy(
      task,
      { id: 'own', trigger, condense },
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
  const none = { messages: null, text: 'Too little.', costUsd: 0, isCostStated: true as const }
  expect((await playedBy(() => Promise.resolve(none))).isCostStated).toBe(true)
  expect((await playedBy(shorter)).isCostStated).toBeUndefined()
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeTask } from '../../../shared/testing/make-task.ts'
import type { LiveContext, Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { TimelineSentence } from './timeline-sentence.tsx'

const condensation: TimelineMarker = {
  kind: 'condensation',
  messageIndex: 3,
  ts: null,
  tokensBefore: 900,
  tokensAfter: null,
  costUsd: null,
  text: 'The agent condensed the history.',
}
const lost = { missing: [{ kind: 'read-again', tokens: 4120, costUsd: 0.04 }] }

const live: LiveContext = {
  contextTokens: 118_924,
  model: 'm',
  windowTokens: 200_000,
  trigger: { tokens: 156_000, from: 'recorded' },
  growths: [],
  fills: [],
  growthTokens: 4100,
  turnsLeft: { fewest: 7, most: 12 },
}

function drawSentence(markers: readonly TimelineMarker[], isGrowing = false) {
  const timeline: Timeline = {
    parent: null,
    points: [
      {
        messageIndex: 0,
        ts: null,
        contextTokens: 900,
        byKind: { 'tool-result': 900 },
        recordedTokens: null,
        cumulativeUsd: 2,
      },
    ],
    markers: [...markers],
    models: [],
    basis: 'counted',
    peakTokens: 900,
    peakBasis: 'counted',
    notes: [],
  }
  return drawWithEngine(<TimelineSentence taskId="t" timeline={timeline} breaks={[]} />, {
    'condensations.list': () => ({ condensations: [lost] }),
    'tasks.list': () => [makeTask({ id: 't', isGrowing })],
    'timeline.live': () => live,
  })
}

it('says what condensing left out behind what the task sent and cost', async () => {
  drawSentence([condensation])
  expect(
    await screen.findByText(
      /The task cost \$2\.00\. Of what the agent’s condensation left out, 1 thing was needed later: read again for 4,120 tokens, \$0\.04\.$/,
    ),
  ).toBeDefined()
})

it('says of a task that is being written when it condenses', async () => {
  drawSentence([], true)
  expect(
    await screen.findByText(
      /Now 118,924 of 200,000 tokens .*condenses in about 37,000 tokens \(7 to 12 requests\)/,
    ),
  ).toBeDefined()
})

it('asks for nothing more of a task that was never condensed and is not being written', () => {
  const { calls } = drawSentence([{ ...condensation, kind: 'error' }])
  expect(screen.getByText(/The task cost \$2\.00\.\s*$/)).toBeDefined()
  expect(calls.map(([method]) => method)).toEqual(['tasks.list'])
})

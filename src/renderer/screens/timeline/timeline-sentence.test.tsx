import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
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

function drawSentence(markers: readonly TimelineMarker[]) {
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

it('asks for nothing more of a task that was never condensed', () => {
  const { calls } = drawSentence([{ ...condensation, kind: 'error' }])
  expect(screen.getByText(/The task cost \$2\.00\.\s*$/)).toBeDefined()
  expect(calls).toEqual([])
})

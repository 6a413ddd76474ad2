import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReplayResult } from '../../../../shared/replay/contract.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { WithReplay } from '../replay-view.tsx'
import { SweepChart } from './sweep-chart.tsx'

const policies = [50, 75].map((threshold) => ({ id: `native-${threshold}`, provider: 'native', threshold }))
// The chart looks at ids, costs and condensations alone.
const result = {
  recorded: { firings: [] },
  policies: policies.map(({ id, threshold }) => ({
    id,
    costUsd: threshold / 50,
    firings: [{ request: 1 }],
    requests: [],
    quality: {},
    peakContext: 900,
  })),
} as unknown as ReplayResult

it('names a sweep by what its provider is called', async () => {
  const none = () => []
  const { user } = drawWithEngine(
    <WithReplay taskId="t" played={{ input: { taskId: 't', policies }, replayId: 'r', result }}>
      <SweepChart />
    </WithReplay>,
    {
      'arms.list': none,
      'providers.list': () => [{ id: 'native', label: 'Native' }],
      'presets.list': none,
      'experiments.metrics': none,
      'tasks.list': none,
      'profiles.list': () => ({ profiles: [] }),
      'prompts.list': none,
    },
  )
  await user.click(screen.getByRole('button', { name: 'Table' }))
  expect(await screen.findAllByRole('cell', { name: 'Native 200k' })).toHaveLength(2)
  expect(screen.getByRole('cell', { name: '$1.50' })).toBeDefined()
})

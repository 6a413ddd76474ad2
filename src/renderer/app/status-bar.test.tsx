import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../testing/draw.tsx'
import { StatusBar } from './status-bar.tsx'

it('follows what is spent today without a word from anybody', async () => {
  let spentUsd = 0
  drawWithEngine(<StatusBar />, {
    'policy.spendingToday': () => ({
      spentUsd: (spentUsd += 0.25),
      reservedUsd: 0,
      limitUsd: null,
      calls: 1,
    }),
    'experiments.list': () => [],
    'runs.list': () => [],
  })
  expect((await screen.findByRole('link', { name: /^Today/ })).textContent).toBe('Today $0.2500')
  await screen.findByText('Today $0.5000')
})

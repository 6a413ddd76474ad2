import { screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import type { ProbeEvent } from '../../../../shared/probe/probe-contract.ts'
import { makeTask } from '../../../../shared/testing/make-task.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { routes } from '../../../lib/routes.ts'
import { drawWithEngine, readTableTexts } from '../../../testing/draw.tsx'
import { summary } from '../../experiments/testing/experiment-fixtures.ts'
import { ActivityTable } from './activity-table.tsx'

const input = {
  taskIds: ['t'],
  cuts: [{ recorded: 2 }],
  methods: ['recorded', 'lossless'],
  forks: 3,
  prompts: [],
  limits: {},
}

function StartedProbe() {
  const { probes } = useEngine()
  useEffect(() => probes.start(routes.probe('t', 2), { input, planId: 'p1', keeps: false }), [probes])
  return <ActivityTable hasExperiments />
}

async function* probing(signal: { readonly aborted: Promise<void> }): AsyncGenerator<ProbeEvent> {
  yield { kind: 'progress', progress: { stage: 'probe', label: 'First, fork 2', done: 1, total: 6 } }
  await signal.aborted
}

it('lists a probe once: as work of this window while it runs, and as its experiment from then on', async () => {
  const experiment = { ...summary, id: 'probe-p1', name: 'Probe: Mend the rewind' }
  const { user } = drawWithEngine(<StartedProbe />, {
    'runs.list': () => [],
    'experiments.list': () => [experiment],
    'tasks.list': () => [makeTask({ id: 't', title: 'Mend the rewind' })],
    'probe.run': () => probing({ aborted: new Promise(() => undefined) }),
  })
  expect(await screen.findByText('0 runs, 1 job')).toBeDefined()
  await user.click(screen.getByText('Mend the rewind'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('0 runs, 1 experiment')).toBeDefined()
  expect(screen.getByText('Probe: Mend the rewind')).toBeDefined()
})

it('lists a probe that runs, with how far it is, the way to it, and a way to stop it', async () => {
  const { user, addresses } = drawWithEngine(<StartedProbe />, {
    'runs.list': () => [],
    'experiments.list': () => [],
    'tasks.list': () => [makeTask({ id: 't', title: 'Mend the rewind' })],
    'probe.run': () => probing({ aborted: new Promise(() => undefined) }),
  })
  expect(await screen.findByText('0 runs, 1 job')).toBeDefined()
  await waitFor(() =>
    expect(readTableTexts(screen.getByRole('table', { name: 'Runs' }))[1]).toEqual(
      expect.arrayContaining(['Mend the rewind', 'Probe, 2 methods', '1 of 6']),
    ),
  )
  await user.click(screen.getByText('Mend the rewind'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('cancelled')).toBeDefined()
  const [link] = screen.getAllByRole('link')
  if (link !== undefined) await user.click(link)
  expect(addresses.at(-1)).toBe('/task/t/condensation/2/probe')
})

it('lists what is kept of replays, drifts and looks for when to condense, with the way to each', async () => {
  const kept = { taskId: 't', playedTs: 1, count: null }
  drawWithEngine(<ActivityTable hasExperiments />, {
    'runs.list': () => [],
    'experiments.list': () => [],
    'tasks.list': () => [makeTask({ id: 't', title: 'Mend the rewind' })],
    'replay.played': () => [
      { ...kept, kind: 'replay', replayId: 'a', count: 2 },
      { ...kept, kind: 'drift', replayId: 'b' },
      { ...kept, kind: 'sweep', replayId: 'c', count: 1 },
    ],
  })
  expect(await screen.findByText('0 runs, 3 jobs')).toBeDefined()
  const rows = readTableTexts(screen.getByRole('table', { name: 'Runs' })).slice(1)
  expect(
    rows.map((cells) => cells.filter((text) => /^(?:Replay|Drift|When|Mend|finished)/.test(text ?? ''))),
  ).toEqual([
    ['Mend the rewind', 'Replay, 2 policies', 'finished'],
    ['Mend the rewind', 'Drift', 'finished'],
    ['Mend the rewind', 'When to condense, 1 task', 'finished'],
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/task/t/replay',
    '/task/t/replay',
    '/when/t',
  ])
})

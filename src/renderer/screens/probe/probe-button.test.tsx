import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLocation } from 'wouter'
import type { KeepingEvent } from '../../../shared/condensations/kept-by-methods-types.ts'
import type { ExperimentPlan } from '../../../shared/experiments/experiment-types.ts'
import type { ProbeEvent } from '../../../shared/probe/probe-contract.ts'
import type { ForkResult, PlannedCut, PlannedFork, ProbePlan } from '../../../shared/probe/probe-types.ts'
import { makeAutopsied } from '../../../shared/testing/make-autopsied.ts'
import { routes } from '../../lib/routes.ts'
import { drawWithEngine, readTableTexts } from '../../testing/draw.tsx'
import { ProbeOfCondensation } from './probe-of-condensation.tsx'
import { ProbeOfExperiment } from './probe-of-experiment.tsx'

const armLabels = {
  recorded: 'As recorded',
  first: 'First',
  keeper: 'Keeper',
  other: 'Other',
  failing: 'Failing',
}
const arms = Object.entries(armLabels).map(([id, label]) => ({ id, label, group: 'own', needsKey: false }))

async function* keeping(): AsyncGenerator<KeepingEvent> {
  const shared = { isExtracted: false, valid: true, problems: [], tokensAfter: 46_080, changeUsd: null }
  yield {
    kind: 'finished',
    needed: 2,
    methods: [
      { ...shared, outcome: 'condensed', id: 'recorded', label: 'As recorded', kept: 0 },
      { ...shared, outcome: 'failed', id: 'failing', label: 'Failing', kept: null },
      { ...shared, outcome: 'condensed', id: 'keeper', label: 'Keeper', kept: 2 },
      { ...shared, outcome: 'condensed', id: 'other', label: 'Other', kept: 1 },
    ],
  }
}

const checkpoint: ExperimentPlan['checkpoints'][number] = {
  id: 'c',
  taskId: 't',
  taskTitle: 'Mend the rewind',
  snapshotSha256: '',
  index: 170,
  reason: 'recorded',
  messages: 170,
  tokens: 90_000,
  continuationMessages: 40,
}
const cut: PlannedCut = {
  id: 't@170',
  taskId: 't',
  title: 'Mend the rewind',
  format: 'pi',
  agent: 'pi',
  at: 170,
  recorded: 2,
  prompts: ['Go on.'],
  promptFrom: 'record',
  questions: [],
  workspace: {
    kind: 'commit',
    folder: '/work/rewind',
    root: '/work/rewind',
    commit: '0123456789abcdef',
    from: 'session',
    changedBefore: 0,
  },
  methods: [
    { id: 'recorded', label: 'As recorded', tokens: 2774, why: null },
    {
      id: 'keeper',
      label: 'Keeper',
      tokens: null,
      why: 'It changes nothing here, as if it were not condensed.',
    },
  ],
  twin: null,
  commands: [['pi', '--session', '<session file>', '-p', 'Go on.']],
  program: ['pi'],
  version: '1.6.0',
  triedWith: '1.6.0',
  estimateUsd: null,
}
const forks = [1, 2, 3].map((n): PlannedFork => ({
  id: `f${n}`,
  cutId: cut.id,
  method: 'recorded',
  n,
  estimateUsd: 0.4,
}))
const plan: ProbePlan = {
  id: 'p1',
  cuts: [cut],
  forks,
  finished: 0,
  estimateUsd: 1.2,
  limits: { turns: 10, minutes: 10, budgetUsd: null },
  outcome: null,
  notes: ['No key of pi is in the environment.'],
}

function makeFork({ id, n }: PlannedFork): ForkResult {
  const none = { count: 0, names: [] }
  return {
    id,
    cutId: cut.id,
    method: 'recorded',
    n,
    end: 'finished',
    said: '',
    seconds: 9,
    figures: {
      turns: 2,
      costUsd: 0.25,
      firstTurnsUsd: 0.25,
      tokens: { input: 9, cacheReads: 0, cacheWrites: 0, output: 9 },
      firstWriteTokens: 2774,
      again: { ...none, tokens: 0, missing: 0 },
      repeated: none,
      broken: none,
      condensed: 0,
    },
    files: { same: [], other: [], missing: [] },
    answers: null,
    outcome: null,
    touched: [],
    keptAt: null,
  }
}

/** What a run tells before it waits to be let go on. */
const progress = { stage: 'probe', label: 'As recorded, fork 2', done: 1, total: 3 } as const

async function* probing(until: Promise<void>): AsyncGenerator<ProbeEvent> {
  yield { kind: 'progress', progress }
  await until
  yield {
    kind: 'finished',
    result: {
      plan: { ...plan, finished: 3 },
      forks: forks.map(makeFork),
      comparisons: [],
      stopped: '',
      spentUsd: 0.75,
    },
  }
}

const input = {
  taskIds: ['t'],
  cuts: [{ recorded: 2 }],
  methods: ['recorded', 'keeper', 'other'],
  forks: 3,
  prompts: [],
  limits: { budgetUsd: null },
}

function Probed() {
  const [location] = useLocation()
  return (
    <ProbeOfCondensation
      task={{ id: 't' }}
      one={makeAutopsied({ n: 2 })}
      isOpen={location === routes.probe('t', 2)}
    />
  )
}

async function openProbe(plans: (input: never) => unknown, until: Promise<void> = Promise.resolve()) {
  const drawn = drawWithEngine(<Probed />, {
    'arms.list': () => arms,
    'condensations.methods': keeping,
    'probe.plan': plans,
    'probe.run': () => probing(until),
  })
  await drawn.user.click(screen.getByRole('button', { name: 'Probe' }))
  // What keeps most is chosen once it is known, and is listed as well.
  await waitFor(() => expect(screen.getAllByText('Keeper')).toHaveLength(2))
  const listProbeCalls = () => drawn.calls.filter(([name]) => name.startsWith('probe.'))
  return { ...drawn, listProbeCalls }
}

it('plans, starts nothing before forks and price are agreed to, and keeps what the agent did', async () => {
  const gate = Promise.withResolvers<void>()
  const { user, listProbeCalls } = await openProbe(() => plan, gate.promise)
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  const run = await screen.findByRole('button', { name: 'Run 3 forks for up to $1.20' })
  const shown = screen.getByRole('region', { name: 'Plan' })
  for (const text of [
    "pi --session '<session file>' -p 'Go on.'",
    'a clone of /work/rewind at 0123456789, which the session names',
    'It changes nothing here, as if it were not condensed.',
    'No key of pi is in the environment.',
  ])
    expect(within(shown).getByText(text)).toBeDefined()
  expect(listProbeCalls()).toEqual([['probe.plan', input]])

  await user.click(run)
  expect((await screen.findByRole('status')).textContent).toBe('As recorded, fork 2 · 1 of 3')
  expect(listProbeCalls().slice(1)).toEqual([['probe.run', { input, planId: 'p1', keeps: false }]])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Probing…' })).toBeDefined()
  gate.resolve()

  await user.click(await screen.findByRole('button', { name: 'Probe' }))
  const table = await screen.findByRole('table', { name: 'Mend the rewind · cut at message 170' })
  expect(readTableTexts(table)[1]?.slice(0, 4)).toEqual(['As recorded', '3', '$0.2500', '$0.2500'])
  expect(listProbeCalls()).toHaveLength(2)
})

it('asks at the end what the session knew, where somebody wants that', async () => {
  const { user, listProbeCalls } = await openProbe(() => plan)
  const field = screen.getByRole('textbox', { name: 'Questions at the end' })
  await user.type(field, '21')
  expect(screen.getByText('1 to 20')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Plan' }).hasAttribute('disabled')).toBe(true)
  await user.clear(field)
  await user.type(field, '4')
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  expect(listProbeCalls()).toEqual([['probe.plan', { ...input, questions: 4 }]])
})

it('ends the agents of a probe that is cancelled, and plans what is left', async () => {
  const { user, listProbeCalls } = await openProbe(() => plan, new Promise(() => undefined))
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  await user.click(await screen.findByRole('button', { name: /^Run 3 forks/ }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the probe' }))
  expect(await screen.findByRole('button', { name: /^Run 3 forks/ })).toBeDefined()
  expect(listProbeCalls().map(([name]) => name)).toEqual(['probe.plan', 'probe.run', 'probe.plan'])
})

it('asks for no consent where all forks are finished', async () => {
  const { user } = await openProbe(() => ({ ...plan, finished: 3, estimateUsd: 0 }))
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  expect(await screen.findByText('All 3 forks are finished. Nothing is run.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show what the agent did' }))
  expect(await screen.findByRole('table', { name: 'Mend the rewind · cut at message 170' })).toBeDefined()
})

it('says why it cannot be probed, and offers nothing to run', async () => {
  const { user } = await openProbe(() => {
    throw new Error('pi is not installed here: there is no program pi.')
  })
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  expect((await screen.findByRole('alert')).textContent).toContain('pi is not installed here')
  expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull()
})

it('is opened from an experiment, with its methods, in its tasks that recorded a condensation', async () => {
  const checkpoints = (['recorded', 'trigger', 'recorded', 'recorded'] as const).map((reason, at) => ({
    ...checkpoint,
    id: `c${at}`,
    taskId: at === 2 ? 't0' : `t${at}`,
    reason,
  }))
  const variants = [{ arm: 'recorded' }, { provider: 'truncation' }, { arm: 'keeper' }]
  const file = { version: 1, name: 'x', tasks: [], variants } as unknown as ExperimentPlan['file']
  function Opened() {
    const [location] = useLocation()
    const isOpen = location === routes.experimentProbe('e')
    return <ProbeOfExperiment experimentId="e" plan={{ checkpoints, file }} isOpen={isOpen} />
  }
  const { user, calls } = drawWithEngine(<Opened />, { 'arms.list': () => arms, 'probe.plan': () => plan })
  await user.click(screen.getByRole('button', { name: 'Probe' }))
  await screen.findAllByText('Keeper')
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  expect(await screen.findByRole('button', { name: 'Run 3 forks for up to $1.20' })).toBeDefined()
  const asked = calls.flatMap(([name, input]) => (name === 'probe.plan' ? [input] : []))
  expect(asked).toMatchObject([{ taskIds: ['t0', 't3'], cuts: [], methods: ['recorded', 'keeper'] }])
})

it('is not offered for an experiment none of whose tasks recorded a condensation', () => {
  const checkpoints = [{ ...checkpoint, reason: 'trigger' as const }]
  const file = { variants: [] } as unknown as ExperimentPlan['file']
  drawWithEngine(<ProbeOfExperiment experimentId="e" plan={{ checkpoints, file }} isOpen={false} />, {})
  expect(screen.queryByRole('button', { name: 'Probe' })).toBeNull()
})

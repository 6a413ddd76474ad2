import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RunEvent, RunSummary } from '../../../../shared/condense/run-types.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { RunningPanel } from './running-panel.tsx'
import { run } from './testing/run-of.ts'

const working: RunSummary = { ...run, status: 'running', outcome: null }

/** Draws a run that reports these events and goes on. */
function drawRun(events: readonly RunEvent[], answers = {}) {
  async function* watch() {
    yield* events
    await new Promise(() => undefined)
  }
  return drawWithEngine(<RunningPanel run={working} />, { 'runs.watch': watch, ...answers })
}

describe('a run at work', () => {
  it('shows its stage and how far it is', async () => {
    drawRun([{ kind: 'progress', progress: { stage: 'counting', label: 'Counting', done: 3, total: 12 } }])
    expect(await screen.findByText('Counting')).toBeDefined()
    expect(screen.getByText('3 of 12')).toBeDefined()
    expect(screen.getByRole('progressbar').ariaValueNow).toBe('25')
  })

  it('marks spending that is estimated', async () => {
    const spending = { costUsd: 0.5, modelCalls: 2, inputTokens: 900, outputTokens: 40 }
    drawRun([{ kind: 'spending', spending: { ...spending, isEstimated: true } }])
    expect(await screen.findByText('~$0.5000')).toBeDefined()
    expect(screen.getByText('~900')).toBeDefined()
    expect(screen.getByText('2')).toBeDefined()
  })

  it('shows answers as they grow, and waits for the first words', async () => {
    drawRun([
      { kind: 'answer-started', label: 'Summary 1' },
      { kind: 'text', text: 'The user ' },
      { kind: 'text', text: 'wants' },
      { kind: 'answer-started', label: 'Summary 2' },
    ])
    expect(await screen.findByText('The user wants')).toBeDefined()
    expect(await screen.findByText('Waiting for the first words…')).toBeDefined()
    expect(screen.getByRole('region', { name: 'What the model writes' })).toBeDefined()
  })

  it('hides the start of a very long answer', async () => {
    drawRun([
      { kind: 'answer-started', label: '' },
      { kind: 'text', text: 'x'.repeat(60_005) },
    ])
    expect(await screen.findByText('5 characters before this are in the result.')).toBeDefined()
  })

  it('says why it cannot be cancelled', async () => {
    const { user, calls } = drawRun([], { 'runs.cancel': () => Promise.reject(new Error('It is over.')) })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('It is over.'))
    expect(calls).toContainEqual(['runs.cancel', { runId: 'r' }])
  })
})

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { draw, drawWithEngine } from '../../../testing/draw.tsx'
import { EndedRun, FailedRun, SpentNote } from './ended-run.tsx'
import { attempt, outcome, run } from './testing/run-of.ts'

const text = () => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ')

describe('a run without a result', () => {
  const failedWith = (code: string): RunSummary => ({
    ...run,
    status: 'failed',
    outcome: { ...outcome, status: 'failed', error: { code, message: 'It broke.' } },
  })

  it.each([
    ['network', /server of the model/],
    ['budget', /Raise the limit/],
    ['unheard-of', /Change the settings and run it again\. The history is unchanged\./],
  ])('has advice against %s', (code, advice) => {
    drawWithEngine(<FailedRun run={failedWith(code)} />, {})
    expect(screen.getByRole('alert').textContent).toContain(`native: ${code}`)
    expect(screen.getByRole('alert').textContent).toMatch(advice)
  })

  it('shows attempts only where there were several', () => {
    const attempts: OutcomeSummary['attempts'] = [{ ...attempt, providerId: 'native', status: 'unchanged' }]
    draw(<EndedRun run={{ ...run, outcome: { ...outcome, attempts } }} />)
    expect(screen.queryByRole('table')).toBeNull()
    draw(<EndedRun run={{ ...run, outcome: { ...outcome, attempts: [...attempts, ...attempts] } }} />)
    expect(screen.getByRole('table', { name: 'Attempts' })).toBeDefined()
  })

  it.each([
    [0, 'Its 2 model calls cost about $0.2500 at the prices of the model.'],
    [0.5, 'up to $0.5000 more that was not reported.'],
  ])('says what it cost, with %s unknown', (unknownUsd, sentence) => {
    draw(<SpentNote run={{ ...run, spent: { costUsd: 0.25, unknownUsd, modelCalls: 2 } }} />)
    expect(text()).toContain(sentence)
  })
})

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { draw } from '../../../testing/draw.tsx'
import { ResultFigures, WarningList } from './result-figures.tsx'
import { attempt, outcome, run } from './testing/run-of.ts'

describe('the figures of a run', () => {
  const figure = (label: string) =>
    screen
      .queryAllByText(label)
      .map((found) => found.closest('dt')?.nextElementSibling?.textContent)[0]
      ?.replaceAll(/[\u202f\u00a0]/g, ' ')

  it('have a reduction where there is a result', () => {
    draw(<ResultFigures run={run} />)
    expect(figure('Messages')).toBe('10,000 tok')
    expect(figure('Result')).toBe('4,000 tok')
    expect(figure('Reduction')).toBe('60.0 %')
    expect(figure('Model calls')).toBe('2')
    expect(figure('From the cache')).toBeUndefined()
  })

  it('say of what the agent did nothing that reading it took', () => {
    draw(<ResultFigures run={{ ...run, providerId: recordedMethodId }} />)
    expect([figure('Result'), figure('Cost'), figure('Time')]).toEqual(['4,000 tok', undefined, undefined])
  })

  it('have the status and no result where a run failed', () => {
    draw(<ResultFigures run={{ ...run, status: 'failed' }} />)
    expect(figure('Result')).toBe('–')
    expect(figure('Reduction')).toBe('failed')
  })

  it('come with a warning where a fallback made the result', () => {
    const attempts: OutcomeSummary['attempts'] = [
      { ...attempt, providerId: 'native', status: 'failed' },
      { ...attempt, providerId: 'cut', status: 'condensed', reductionPercent: 60 },
    ]
    draw(
      <WarningList
        run={{
          ...run,
          outcome: { ...outcome, attempts, warnings: [{ code: 'late', message: 'It was late.' }] },
        }}
      />,
    )
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'cut made this result because native failed. All attempts are listed under Attempts.fallback-used',
      'It was late.late',
    ])
  })
})

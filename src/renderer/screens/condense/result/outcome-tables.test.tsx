import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { draw, readTableTexts } from '../../../testing/draw.tsx'
import { AttemptsTable } from './attempts-table.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import { EventsTable } from './events-table.tsx'
import { OperationsTable } from './operations-table.tsx'
import { PassesTable } from './passes-table.tsx'
import { attempt, outcome } from './testing/run-of.ts'
import { ValidityList } from './validity-list.tsx'

const rows = () =>
  readTableTexts(screen.getByRole('table')).map((cells) =>
    cells.map((cell) => cell?.replaceAll(/[\u202f\u00a0]/g, ' ')),
  )

describe('the tables of an outcome', () => {
  it('show what each pass did', () => {
    draw(<PassesTable outcome={outcome} />)
    expect(rows()[1]).toEqual(['Cut', '10,000', '4,000', '−60.0 %', '20 ms', '3 dropped'])
  })

  it('show what each operation saved', () => {
    draw(<OperationsTable outcome={outcome} />)
    expect(rows()[1]?.slice(1)).toEqual(['3', '6,000'])
  })

  it('have a reduction only for attempts with a result', () => {
    draw(
      <AttemptsTable
        attempts={[
          {
            ...attempt,
            providerId: 'native',
            status: 'failed',
            code: 'timeout',
            message: 'Too slow',
            reductionPercent: 9,
          },
          { ...attempt, providerId: 'cut', status: 'insufficient', reductionPercent: 12.5 },
        ]}
      />,
    )
    expect(rows().slice(1)).toEqual(
      [
        ['1', 'native', 'failed', '–', '$0.0000', 'timeout: Too slow'],
        ['2', 'cut', 'insufficient', '12.5 %', '$0.0000', '–'],
      ].map((row) => expect.arrayContaining(row.filter((cell) => !cell.startsWith('$')))),
    )
  })

  it('have no change for decisions that changed nothing', () => {
    const step = { label: 'Prelude', reason: 'no repeats', tokensBefore: 500, tokensAfter: 500, costUsd: 0 }
    draw(
      <DecisionsTable
        trace={[
          { ...step, decision: 'skipped' },
          { ...step, decision: 'taken', tokensAfter: 250, reason: '' },
        ]}
      />,
    )
    expect(rows()[1]?.slice(0, 7)).toEqual(['1', 'Prelude', 'skipped', 'no repeats', '500', '500', '–'])
    expect(rows()[2]?.slice(3, 7)).toEqual(['–', '500', '250', '−50.0 %'])
  })

  it('flag events by who started them and with what', () => {
    const event = { kind: 'condensed', providerId: 'native', detail: '', usedOwnHandler: false } as const
    draw(
      <EventsTable
        events={
          [
            { ...event, isAutomatic: true, usedCustomPrompt: false },
            { ...event, isAutomatic: false, usedCustomPrompt: true },
          ] as never
        }
      />,
    )
    expect(
      rows()
        .slice(1)
        .map((row) => row.at(-1)),
    ).toEqual(['automatic', 'by hand, custom prompt'])
  })

  it('name the message of a broken rule, where it is in one', () => {
    const broken = { rule: 'first-is-user', detail: 'it is not' } as const
    draw(
      <ValidityList
        violations={
          [
            { ...broken, messageIndex: 4 },
            { ...broken, messageIndex: -1 },
          ] as never
        }
      />,
    )
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'first-is-user in #4: it is not',
      'first-is-user: it is not',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { readCell, type TableBlock } from '../document/document.ts'
import {
  buildAttemptTable,
  buildDecisionTable,
  buildEventTable,
  buildOperationTable,
  buildPassTable,
  buildViolations,
} from './build-outcome-tables.ts'

const read = ({ rows }: TableBlock): readonly (readonly string[])[] =>
  rows.map((row) => row.map((cell) => readCell(cell).text.replaceAll('\u202f', ' ')))

describe('the tables of an outcome', () => {
  it('show what each pass did', () => {
    const pass = { id: 'cut', label: 'Cut', tokensBefore: 10_000, tokensAfter: 4000, durationMs: 20 }
    expect(read(buildPassTable([{ ...pass, operations: { dropped: 3 } }]))).toEqual([
      ['Cut', '10,000', '4,000', '−60.0 %', '20 ms', '3 dropped'],
    ])
  })

  it('show what each operation saved', () => {
    expect(read(buildOperationTable([{ operation: 'dropped', parts: 3, tokensSaved: 6000 }]))).toEqual([
      ['dropped', '3', '6,000'],
    ])
  })

  it('have a reduction only for attempts with a result', () => {
    const attempt = { code: '', message: '', reductionPercent: 0, costUsd: 0 }
    const failed = { status: 'failed', code: 'timeout', message: 'Too slow', reductionPercent: 9 } as const
    expect(
      read(
        buildAttemptTable([
          { ...attempt, providerId: 'native', ...failed },
          { ...attempt, providerId: 'cut', status: 'insufficient', reductionPercent: 12.5 },
        ]),
      ),
    ).toEqual([
      ['native', 'failed', '–', '$0', 'timeout: Too slow'],
      ['cut', 'insufficient', '12.5 %', '$0', '–'],
    ])
  })

  it('have no change for decisions that changed nothing', () => {
    const step = { label: 'Prelude', reason: 'no repeats', tokensBefore: 500, tokensAfter: 500, costUsd: 0 }
    expect(
      read(
        buildDecisionTable([
          { ...step, decision: 'skipped' },
          { ...step, decision: 'taken', tokensAfter: 250, reason: '' },
        ]),
      ),
    ).toEqual([
      ['Prelude', 'skipped', 'no repeats', '500', '500', '–', '$0'],
      ['Prelude', 'taken', '–', '500', '250', '−50.0 %', '$0'],
    ])
  })

  it('flag events by who started them and with what', () => {
    const event = { kind: 'condensed', providerId: 'native', detail: '', usedOwnHandler: false } as const
    const rows = read(
      buildEventTable([
        { ...event, isAutomatic: true, usedCustomPrompt: false },
        { ...event, isAutomatic: false, usedCustomPrompt: true },
      ]),
    )
    expect(rows.map((row) => row.at(-1))).toEqual(['automatic', 'by hand, custom prompt'])
  })

  it('name the message of a broken rule, where it is in one', () => {
    const broken = { rule: 'roles-legal', detail: 'it is not' } as const
    expect(
      buildViolations([
        { ...broken, messageIndex: 4 },
        { ...broken, messageIndex: -1 },
      ]),
    ).toMatchObject({
      rows: [
        ['roles-legal', '#4', 'it is not'],
        ['roles-legal', '-', 'it is not'],
      ],
    })
  })
})

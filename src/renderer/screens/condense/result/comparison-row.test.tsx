import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import { draw } from '../../../testing/draw.tsx'
import { ComparisonRow } from './comparison-row.tsx'

const cleared = (index: number): AlignedRow => ({
  source: { index, role: 'user', kinds: ['tool-result'], preview: `output ${index}`, tokens: 600 },
  result: null,
  groupStart: true,
  fate: 'dropped',
  reasons: [{ operation: 'dropped', passId: 'p', reason: 'Old tool output', parts: 1 }],
})

it('stands for all rows that say the same, with their count, and unfolds them', async () => {
  const onToggle = vi.fn<() => void>()
  const alike = Array.from({ length: 94 }, (_, at) => cleared(at + 3))
  const [row = cleared(3)] = alike
  const user = draw(
    <ComparisonRow
      row={row}
      place="single"
      withPass={false}
      alike={alike}
      isUnfolded={false}
      onToggle={onToggle}
    />,
  )
  expect(screen.queryByText('to 96: 94 messages')).not.toBeNull()
  expect(screen.queryByText('56,400')).not.toBeNull()
  expect(document.body.textContent.match(/Old tool output/g)).toHaveLength(1)
  await user.click(screen.getByRole('presentation'))
  expect(onToggle).toHaveBeenCalledOnce()
})

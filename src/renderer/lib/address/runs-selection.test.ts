import { describe, expect, it } from 'vitest'
import { readRunsSelection, formatRunsSelectionAddress } from './runs-selection.ts'

describe('the address of runs behind a figure', () => {
  it.each([
    { by: 'provider' as const, groupId: 'native', status: 'failed' as const, code: 'a & b=c/d?#%41~+' },
    { by: 'prompt' as const, groupId: 'short@2', taskId: 'task 1', sinceTs: 1_700_000_000_000.5 },
    { by: 'profile' as const, groupId: '-', status: 'not-needed' as const },
    { by: 'preset' as const },
  ])('names what it was made of: %j', (selection) => {
    const named = { name: 'Übersicht, “kurz” & gut', selection }
    const address = formatRunsSelectionAddress(named)
    expect(readRunsSelection(address)).toEqual(named)
    expect([encodeURI(address), decodeURIComponent(address)]).toEqual([address, address])
    expect(address).not.toMatch(/[/?#]/)
  })

  it.each([
    null,
    '',
    'nonsense',
    'by=moon&name=x',
    'by=provider&name=x&sinceTs=soon',
    'by=provider&name=x&status=odd',
  ])('that says %j names none', (address) => {
    expect(readRunsSelection(address)).toBeNull()
  })
})

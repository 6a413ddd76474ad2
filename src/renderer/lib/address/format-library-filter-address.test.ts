import { describe, expect, it } from 'vitest'
import { everyTask } from '../../../shared/library/library-filter-types.ts'
import { formatLibraryFilterAddress, readLibraryFilter } from './format-library-filter-address.ts'

describe('the address of a filter', () => {
  it.each([
    [{ workspace: ['/home/me/a b/ü~%41/c'] }],
    [{ model: [null, 'anthropic/claude-sonnet-4'], condensed: 'yes' as const }],
    [{ tokens: { from: 1000, to: null }, text: '"quoted" 100 % & more' }],
    [{}],
  ])('leads back to %j, decoded on its way or not', (filter) => {
    const address = formatLibraryFilterAddress(filter)
    expect(address).toMatch(/^[\w~.!'()*-]*$/)
    expect(readLibraryFilter(address)).toEqual({ ...everyTask, ...filter })
    expect(readLibraryFilter(decodeURIComponent(address))).toEqual({ ...everyTask, ...filter })
  })

  it.each([[''], ['overview'], ['~'], ['~E0~A4'], ['[]'], ['~7B~22state~22~3A~5B~22lost~22~5D~7D']])(
    'of %j names none',
    (address) => {
      expect(readLibraryFilter(address)).toBeNull()
    },
  )
})

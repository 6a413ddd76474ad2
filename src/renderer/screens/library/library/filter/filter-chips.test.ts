import { describe, expect, it } from 'vitest'
import { everyTask, type LibraryFilter } from '../../../../../shared/library/library-filter-types.ts'
import { filterChips } from './filter-chips.ts'

describe('the chips of a filter', () => {
  it.each<[Partial<LibraryFilter>, readonly string[]]>([
    [{ text: 'words' }, []],
    [{ agent: ['roo', null] }, ['Agent: Roo Code', 'Agent: No agent']],
    [{ era: ['none'], state: ['found'] }, ['Tools: No tools', 'State: Not read yet']],
    [{ condensed: 'no' }, ['Never condensed']],
    [
      { tokens: { from: 1000, to: 2000 }, costUsd: { from: null, to: 0.5 } },
      ['Tokens from 1,000 tok to 2,000 tok', 'Cost to $0.50'],
    ],
    [{ activity: { from: '2026-03-01', to: '' } }, ['Last activity from 2026-03-01']],
  ])('say what %j leaves in', (filter, labels) => {
    expect(filterChips({ ...everyTask, ...filter }).map(({ label }) => label)).toEqual(labels)
  })

  it('lead to nothing narrowed when all are taken away', () => {
    const filter: LibraryFilter = {
      text: '',
      agent: ['roo', null],
      model: ['claude'],
      workspace: ['/w', '/v'],
      era: ['xml'],
      state: ['gone'],
      condensed: 'yes',
      tokens: { from: 1, to: null },
      costUsd: { from: 1, to: 2 },
      activity: { from: '', to: '2026-03-01' },
    }
    let left = filter
    for (let chips = filterChips(left); chips[0] !== undefined; chips = filterChips(left))
      left = chips[0].without
    expect(left).toEqual(everyTask)
  })
})

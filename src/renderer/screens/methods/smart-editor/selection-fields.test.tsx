import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { choose, readSelectOptions } from '../../../testing/draw.tsx'
import { SelectionFields } from './selection-fields.tsx'
import { drawSettings } from './testing/draw-settings.tsx'

const recent = { selection: { type: 'preserve_recent', keepRecentCount: 20 } }
const byConditions = { selection: { type: 'custom', where: { minAge: 3 } } }

describe('the selection of a pass', () => {
  it('begins another way of selecting with its own values', async () => {
    const { user, at } = drawSettings(recent, <SelectionFields path={['selection']} />)
    await user.click(screen.getByRole('radio', { name: 'All but a last share' }))
    expect(at('selection')).toEqual({ type: 'preserve_percent', keepPercentage: 30 })
    await user.click(screen.getByRole('radio', { name: 'By conditions' }))
    expect(at('selection')).toEqual({ type: 'custom', where: {} })
  })

  it('leaves out conditions that match anything', async () => {
    const { user, at } = drawSettings(byConditions, <SelectionFields path={['selection']} />)
    expect(await readSelectOptions(user, 'Results')).toEqual(['any', 'only errors', 'all but errors'])
    await user.click(screen.getByRole('option', { name: 'all but errors' }))
    await user.clear(screen.getByRole('textbox', { name: 'Age at least' }))
    expect(at('selection', 'where')).toEqual({ isError: false })
    await choose(user, 'Results', 'any')
    expect(at('selection', 'where')).toEqual({})
  })

  it('takes tools as words', async () => {
    const { user, at } = drawSettings(byConditions, <SelectionFields path={['selection']} />)
    await user.type(screen.getByRole('combobox', { name: 'Tools' }), 'read_file{Enter}')
    expect(at('selection', 'where', 'tools')).toEqual(['read_file'])
    await user.type(screen.getByRole('combobox', { name: 'Tools' }), '{Backspace}')
    expect(at('selection', 'where')).toEqual({ minAge: 3 })
  })
})

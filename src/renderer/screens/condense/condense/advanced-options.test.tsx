import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { choose, draw, readSelectOptions } from '../../../testing/draw.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { plainRunOptions, type RunOptions } from './run-options.ts'

// The panel reads ids and labels alone.
const providers = ['native', 'lossless', 'cut'].map((id) => ({ id, label: `The ${id}` })) as ProviderInfo[]
const [native] = providers

function drawOptions(patch: Partial<RunOptions> = {}, { asksModel = false, issues = {} } = {}) {
  const changed = vi.fn<(patch: Partial<RunOptions>) => void>()
  function Owner() {
    const [options, setOptions] = useState<RunOptions>({ ...plainRunOptions, ...patch })
    const change = (next: Partial<RunOptions>): void => {
      changed(next)
      setOptions({ ...options, ...next })
    }
    return (
      native && <AdvancedOptions {...{ options, issues, change, asksModel, providers, provider: native }} />
    )
  }
  return { user: draw(<Owner />), changed }
}

const chain = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the advanced options of a run', () => {
  it('add fallbacks from the providers that are left', async () => {
    const { user, changed } = drawOptions({ fallback: ['cut'] })
    expect(await readSelectOptions(user, 'Add a fallback')).toEqual(['The lossless'])
    await user.click(screen.getByRole('option', { name: 'The lossless' }))
    expect(changed).toHaveBeenCalledWith({ fallback: ['cut', 'lossless'] })
    expect(screen.queryByRole('combobox', { name: 'Add a fallback' })).toBeNull()
  })

  it('add none where the chain is at its longest', () => {
    drawOptions({ fallback: Array.from({ length: 8 }, (_, place) => `f${place}`) })
    expect(screen.queryByRole('combobox', { name: 'Add a fallback' })).toBeNull()
  })

  it('reorder and remove fallbacks', async () => {
    const { user } = drawOptions({ fallback: ['lossless', 'cut'] })
    expect(chain()).toEqual(['1The lossless', '2The cut'])
    expect(screen.getByRole('button', { name: 'Move The lossless up' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Move The cut down' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Move The cut up' }))
    expect(chain()).toEqual(['1The cut', '2The lossless'])
    await user.click(screen.getByRole('button', { name: 'Move The cut down' }))
    expect(chain()).toEqual(['1The lossless', '2The cut'])
    await user.click(screen.getByRole('button', { name: 'Remove The lossless' }))
    expect(chain()).toEqual(['1The cut'])
    await choose(user, 'Add a fallback', 'The lossless')
    expect(chain()).toEqual(['1The cut', '2The lossless'])
  })

  it('take the minimum gain and show its fault', async () => {
    const { user, changed } = drawOptions({}, { issues: { minimumGainPercent: '0 to 100.' } })
    await user.type(screen.getByRole('textbox', { name: 'Minimum gain' }), '9')
    expect(changed).toHaveBeenCalledWith({ minimumGainPercent: 9 })
    expect(screen.getByText('0 to 100.')).toBeDefined()
  })

  it.each([true, false])('offer to ignore cached answers where a model is asked: %s', async (asksModel) => {
    const { user, changed } = drawOptions({}, { asksModel })
    const ignore = screen.queryByRole('switch', { name: /^Ask the model again/ })
    expect(ignore !== null).toBe(asksModel)
    if (ignore === null) return
    await user.click(ignore)
    expect(changed).toHaveBeenCalledWith({ ignoreCache: true })
  })
})

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { RunOptionsPanel } from './run-options-panel.tsx'
import { plainRunOptions, type RunOptions } from './run-options.ts'

// The panel reads ids and labels alone.
const buildProviders = (usesModel: boolean) =>
  ['native', 'lossless', 'cut'].map((id) => ({
    id,
    label: `The ${id}`,
    capabilities: { usesModel, multiPass: false },
    settingsJsonSchema: {},
  })) as unknown as ProviderInfo[]

function drawOptions(patch: Partial<RunOptions> = {}, { asksModel = false, issues = {} } = {}) {
  const providers = buildProviders(asksModel)
  const [provider] = providers
  const changed = vi.fn<(patch: Partial<RunOptions>) => void>()
  function Owner() {
    const [options, setOptions] = useState<RunOptions>({ ...plainRunOptions, ...patch })
    const change = (next: Partial<RunOptions>): void => {
      changed(next)
      setOptions({ ...options, ...next })
    }
    return provider && <RunOptionsPanel {...{ options, issues, change, providers, provider }} />
  }
  const answers = {
    'profiles.list': () => ({ profiles: [], roles: {} }),
    'prompts.list': () => [],
    'policy.get': () => ({ condensingPrompt: null }),
  }
  return { user: drawWithEngine(<Owner />, answers).user, changed }
}

describe('the options of a run', () => {
  it('take fallbacks in the order in which they are chosen', async () => {
    const { user, changed } = drawOptions({ fallback: ['cut'] })
    await user.click(screen.getByRole('combobox', { name: 'Fallbacks' }))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['The lossless', 'The cut'])
    await user.click(screen.getByRole('option', { name: 'The lossless' }))
    expect(changed).toHaveBeenCalledWith({ fallback: ['cut', 'lossless'] })
  })

  it('say what a target does', async () => {
    const { user, changed } = drawOptions()
    await user.type(screen.getByRole('textbox', { name: 'Warn above' }), '9')
    expect(changed).toHaveBeenCalledWith({ targetTokens: 9 })
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

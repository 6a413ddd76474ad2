import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { ImportPresetForm } from './import-preset-form.tsx'
import { createPresetController, preset } from './testing/create-preset-controller.ts'

describe('importing a preset', () => {
  const file = new File(['{"id":"short"}'], 'short.json', { type: 'application/json' })
  const findFileInput = () => {
    const input = document.querySelector('input[type="file"]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no field for a file')
    return input
  }

  it.each([
    ['created', 'Imported “Short”.'],
    ['version-added', 'Imported as version 2 of “Short”.'],
    ['unchanged', '“Short” already has these settings.'],
  ])('says what came of it: %s', async (result, sentence) => {
    const { controller, done, apply } = createPresetController()
    const { user } = drawWithEngine(<ImportPresetForm controller={controller} />, {
      'presets.import': () => ({ preset, result, notes: ['One key was renamed.'] }),
    })
    await user.upload(findFileInput(), file)
    await waitFor(() => expect(done).toHaveBeenCalledWith(`${sentence} One key was renamed.`, 'presets'))
    expect(apply).not.toHaveBeenCalled()
  })

  it('applies it where no unsaved settings would be lost', async () => {
    const { controller, apply } = createPresetController({ matched: preset })
    const { user } = drawWithEngine(<ImportPresetForm controller={controller} />, {
      'presets.import': () => ({ preset, result: 'created' }),
    })
    await user.upload(findFileInput(), file)
    await waitFor(() => expect(apply).toHaveBeenCalledWith(preset))
  })
})

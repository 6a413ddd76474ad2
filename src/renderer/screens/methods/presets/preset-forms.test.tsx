import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { drawWithEngine, readTableTexts } from '../../../testing/draw.tsx'
import { NamePresetForm } from './name-preset-form.tsx'
import { PresetVersions } from './preset-versions.tsx'
import { RemovePresetForm } from './remove-preset-form.tsx'
import { createPresetController, preset, version } from './testing/create-preset-controller.ts'
import { UpdatePresetForm } from './update-preset-form.tsx'

const button = (name: string) => screen.getByRole('button', { name })
const saving = { 'presets.save': () => ({ ...preset, versions: [...preset.versions, version] }) }

describe('saving a preset', () => {
  it('shows the command line of its name and takes a free id', async () => {
    const { controller, done } = createPresetController()
    const { user, calls } = drawWithEngine(<NamePresetForm controller={controller} preset={null} />, saving)
    expect(button('Save preset')).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Short')
    expect(screen.getByText('--provider cut --preset short-2')).toBeDefined()
    await user.click(button('Save preset'))
    await waitFor(() => expect(done).toHaveBeenCalledWith('Saved as “Short”.', 'saved-settings'))
    expect(calls).toContainEqual([
      'presets.save',
      {
        providerId: 'cut',
        id: 'short-2',
        label: 'Short',
        description: '',
        settings: controller.settings,
        mustBeNew: true,
      },
    ])
  })

  it('saves no settings that are invalid', async () => {
    const { controller } = createPresetController({ canSave: false })
    const { user } = drawWithEngine(<NamePresetForm controller={controller} preset={null} />, saving)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mine{Enter}')
    expect(button('Save preset')).toHaveProperty('disabled', true)
  })

  it('lists what a new version changes', async () => {
    const { controller, done } = createPresetController()
    const { user, calls } = drawWithEngine(
      <UpdatePresetForm controller={controller} preset={preset} />,
      saving,
    )
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['lines: 8 → 12'])
    await user.type(screen.getByRole('textbox', { name: 'Note (optional)' }), 'why')
    await user.click(button('Save version 3'))
    await waitFor(() => expect(done).toHaveBeenCalledWith('Saved as version 3 of “Short”.', 'saved-settings'))
    expect(calls).toContainEqual([
      'presets.save',
      { providerId: 'cut', id: 'short', settings: controller.settings, note: 'why' },
    ])
  })

  it('says why it failed and keeps the form', async () => {
    const { controller, done } = createPresetController()
    const failing = { 'presets.save': () => Promise.reject(new Error('The disk is full.')) }
    const { user } = drawWithEngine(<UpdatePresetForm controller={controller} preset={preset} />, failing)
    await user.click(button('Save version 3'))
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
    expect(done).not.toHaveBeenCalled()
  })
})

describe('changing a preset', () => {
  it('renames it with its description', async () => {
    const { controller, done } = createPresetController()
    const renaming = { 'presets.rename': () => ({ ...preset, label: 'Longer' }) }
    const { user, calls } = drawWithEngine(
      <NamePresetForm controller={controller} preset={preset} />,
      renaming,
    )
    const name = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    expect(button('Rename')).toHaveProperty('disabled', true)
    await user.type(name, 'Longer{Enter}')
    await waitFor(() => expect(done).toHaveBeenCalledWith('Renamed to “Longer”.', 'presets'))
    expect(calls).toContainEqual([
      'presets.rename',
      { providerId: 'cut', id: 'short', label: 'Longer', description: 'Few lines' },
    ])
  })

  it('counts the versions that are removed with it', async () => {
    const { controller, done } = createPresetController()
    const { user, calls } = drawWithEngine(<RemovePresetForm controller={controller} preset={preset} />, {
      'presets.remove': () => undefined,
    })
    expect(screen.getByText(/deleted with its 2 versions/)).toBeDefined()
    await user.click(button('Remove'))
    await waitFor(() => expect(done).toHaveBeenCalledWith('Removed “Short”.', 'presets'))
    expect(calls).toContainEqual(['presets.remove', { providerId: 'cut', id: 'short' }])
  })

  it('restores an older version, and names what each changed', async () => {
    const { controller, apply } = createPresetController()
    const { user, calls } = drawWithEngine(<PresetVersions controller={controller} preset={preset} />, {
      'presets.restore': () => preset,
    })
    const [, newest, oldest] = readTableTexts(screen.getByRole('table'))
    expect(newest?.slice(2)).toEqual(['more room', 'lines: 5 → 8', 'newest'])
    expect(oldest?.slice(2)).toEqual(['–', '–', 'Restore'])
    await user.click(button('Restore version 1'))
    await waitFor(() => expect(apply).toHaveBeenCalledWith(preset))
    expect(calls).toContainEqual(['presets.restore', { providerId: 'cut', id: 'short', version: 1 }])
  })
})

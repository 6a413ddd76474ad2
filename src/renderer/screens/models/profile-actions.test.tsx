import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { drawWithEngine } from '../../testing/draw.tsx'
import { ProfileActions, useProfileActions } from './profile-actions.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import { readDraft } from './read-draft.ts'
import { answers, buildProfileEntry, profile } from './testing/profile-of.ts'

function drawActions(patch: Partial<ProfileDraft> = {}) {
  const saved = vi.fn<() => void>()
  const discarded = vi.fn<() => void>()
  const entry = buildProfileEntry(patch)
  const read = readDraft(entry.draft, profile)
  function Owner() {
    const actions = useProfileActions(entry, read.ok ? read.profile : null, saved)
    return (
      <>
        <ProfileActions
          entry={entry}
          isValid={read.ok}
          actions={actions}
          onDiscard={discarded}
          onDuplicate={() => undefined}
        />
        <output>{actions.test.data?.message}</output>
      </>
    )
  }
  return { ...drawWithEngine(<Owner />, answers), saved, discarded }
}

const button = (name: string) => screen.getByRole('button', { name })
const listMethods = (calls: readonly (readonly [string, unknown])[]) => calls.map(([method]) => method)

describe('the actions of a profile', () => {
  it.each(['click', 'Ctrl+S'])('save what was changed by %s', async (way) => {
    const { user, calls, saved } = drawActions({ name: 'Renamed' })
    if (way === 'click') await user.click(button('Save'))
    else await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(calls).toContainEqual(['profiles.save', { ...profile, name: 'Renamed' }])
  })

  it('save nothing where nothing was changed', async () => {
    const { user, calls } = drawActions()
    expect(button('Save')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    await user.keyboard('{Control>}s{/Control}')
    expect(listMethods(calls)).not.toContain('profiles.save')
  })

  it('save and test nothing while the form is invalid, but discard it', async () => {
    const { user, discarded } = drawActions({ name: '' })
    expect(button('Save')).toHaveProperty('disabled', true)
    expect(button('Save and test')).toHaveProperty('disabled', true)
    await user.click(button('Discard'))
    expect(discarded).toHaveBeenCalled()
  })

  it('ask before they remove', async () => {
    const { user, calls, saved } = drawActions()
    await user.click(button('Remove'))
    expect(listMethods(calls)).not.toContain('profiles.remove')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(calls).toContainEqual(['profiles.remove', { profileId: 'mine' }])
  })

  it('test the stored profile without saving it again', async () => {
    const { user, calls } = drawActions()
    await user.click(button('Test connection'))
    await screen.findByText('It answers.')
    expect(listMethods(calls)).not.toContain('profiles.save')
  })

  it('save before they test what was changed', async () => {
    const { user, calls } = drawActions({ name: 'Renamed' })
    await user.click(button('Save and test'))
    await screen.findByText('It answers.')
    const methods = listMethods(calls)
    expect(methods.filter((method) => /save|test/.test(method))).toEqual(['profiles.save', 'profiles.test'])
  })
})

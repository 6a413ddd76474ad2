import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { drawWithEngine } from '../../testing/draw.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import { ProfileEditor } from './profile-editor.tsx'
import { answers, buildProfileEntry, list, view } from './testing/profile-of.ts'

function drawEditor(patch: Partial<ProfileDraft> = {}, more = {}) {
  const dropped = vi.fn<() => void>()
  const added = vi.fn<(draft: ProfileDraft) => void>()
  const drawn = drawWithEngine(
    <ProfileEditor
      entry={buildProfileEntry(patch)}
      list={list}
      names={{}}
      taken={['mine']}
      onDraft={() => undefined}
      onDropDraft={dropped}
      onNew={added}
    />,
    { ...answers, ...more },
  )
  return { ...drawn, dropped, added }
}

const button = (name: string) => screen.getByRole('button', { name })

describe('the editor of a profile', () => {
  it('shows why it cannot be used, and its warnings', () => {
    drawEditor()
    const notes = within(screen.getByRole('list', { name: 'Obstacles and warnings' })).getAllByRole(
      'listitem',
    )
    expect(notes.map(({ textContent }) => textContent)).toEqual([view.obstacle, ...view.warnings])
  })

  it('marks the field that is invalid', () => {
    drawEditor({ name: '' })
    expect(screen.getByRole('textbox', { name: 'Name' }).ariaInvalid).toBe('true')
  })

  it('says why saving failed, and keeps the draft', async () => {
    const failing = { 'profiles.save': () => Promise.reject(new Error('The disk is full.')) }
    const { user, dropped } = drawEditor({ name: 'Renamed' }, failing)
    await user.click(button('Save'))
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
    expect(dropped).not.toHaveBeenCalled()
  })

  it('duplicates under a name that is free', async () => {
    const { user, added } = drawEditor()
    await user.click(button('Duplicate'))
    expect(added.mock.lastCall?.[0]).toMatchObject({ id: 'mine-copy', name: 'Mine copy', model: 'm' })
  })

  it('shows what a test of the connection found', async () => {
    const { user } = drawEditor()
    await user.click(button('Test connection'))
    expect(await screen.findByText('It answers.')).toBeDefined()
  })

  it('takes a role and leaves the other as it was', async () => {
    const { user, calls } = drawEditor()
    await waitFor(() => expect(calls.some(([method]) => method === 'profiles.list')).toBe(true))
    await user.click(await screen.findByRole('switch', { name: /^Condensing/ }))
    expect(calls).toContainEqual(['profiles.setRoles', { main: 'other', condensing: 'mine' }])
    expect(screen.getByRole('switch', { name: /^Main/ })).toHaveProperty('checked', false)
  })
})

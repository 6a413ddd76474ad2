import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ConnectionTest, ProfileList, ProfileView } from '../../../shared/api/profiles.ts'
import { modelProfileSchema } from '../../../shared/domain/model-profile.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { draftOfProfile, profileEntries, type ProfileDraft } from './profile-draft.ts'
import { ProfileEditor } from './profile-editor.tsx'

const profile = modelProfileSchema.parse({
  id: 'mine',
  name: 'Mine',
  vendor: 'anthropic',
  model: 'm',
  windowTokens: 100_000,
  maxOutputTokens: 4000,
})
const view: ProfileView = {
  profile,
  key: { source: 'stored', variables: [] },
  prices: {},
  knownAs: null,
  obstacle: 'There is no key.',
  warnings: ['The address is not encrypted.'],
}
const list: ProfileList = {
  profiles: [view],
  roles: { main: 'other', condensing: null },
  keyStorage: 'protected',
}
const passed: ConnectionTest = {
  ok: true,
  message: 'It answers.',
  code: '',
  durationMs: 900,
  firstAnswerMs: 400,
  usage: { input: 12, output: 3, cacheWrites: 0, cacheReads: 0 },
  costUsd: 0.01,
  missingPrices: [],
  tokenCount: null,
}

function drawEditor(patch: Partial<ProfileDraft> = {}, answers = {}) {
  const dropped = vi.fn<() => void>()
  const added = vi.fn<(draft: ProfileDraft) => void>()
  const changed = Object.keys(patch).length > 0
  const drafts = changed ? { mine: { ...draftOfProfile(profile), ...patch } } : {}
  const [entry] = profileEntries(list, drafts)
  if (entry === undefined) throw new Error('no entry')
  const drawn = drawWithEngine(
    <ProfileEditor
      entry={entry}
      list={list}
      names={{}}
      taken={['mine']}
      onDraft={() => undefined}
      onDropDraft={dropped}
      onNew={added}
    />,
    {
      'profiles.list': () => list,
      'profiles.knownModel': () => null,
      'profiles.save': () => view,
      'profiles.remove': () => undefined,
      'profiles.setRoles': (roles: unknown) => roles,
      'profiles.test': () => passed,
      ...answers,
    },
  )
  return { ...drawn, dropped, added }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the editor of a profile', () => {
  it('shows why it cannot be used, and what is odd about it', () => {
    drawEditor()
    const notes = within(screen.getByRole('list', { name: 'Obstacles and warnings' })).getAllByRole(
      'listitem',
    )
    expect(notes.map(({ textContent }) => textContent)).toEqual([view.obstacle, ...view.warnings])
  })

  it('saves what was changed, and forgets the draft', async () => {
    const { user, calls, dropped } = drawEditor({ name: 'Renamed' })
    await user.click(button('Save'))
    await waitFor(() => expect(dropped).toHaveBeenCalled())
    expect(calls.find(([method]) => method === 'profiles.save')?.[1]).toEqual({ ...profile, name: 'Renamed' })
  })

  it('saves nothing where nothing was changed', () => {
    drawEditor()
    expect(button('Save')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  it('saves and tests nothing while a field is invalid', () => {
    drawEditor({ name: '' })
    expect(button('Save')).toHaveProperty('disabled', true)
    expect(button('Save and test')).toHaveProperty('disabled', true)
    expect(screen.getByRole('textbox', { name: 'Name' }).ariaInvalid).toBe('true')
  })

  it('says why saving failed', async () => {
    const answers = { 'profiles.save': () => Promise.reject(new Error('The disk is full.')) }
    const { user, dropped } = drawEditor({ name: 'Renamed' }, answers)
    await user.click(button('Save'))
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.')
    expect(dropped).not.toHaveBeenCalled()
  })

  it('duplicates under a name that is free', async () => {
    const { user, added } = drawEditor()
    await user.click(button('Duplicate'))
    expect(added.mock.lastCall?.[0]).toMatchObject({ id: 'mine-copy', name: 'Mine copy', model: 'm' })
  })

  it('asks before it removes', async () => {
    const { user, calls, dropped } = drawEditor()
    await user.click(button('Remove'))
    expect(calls.some(([method]) => method === 'profiles.remove')).toBe(false)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(dropped).toHaveBeenCalled())
    expect(calls).toContainEqual(['profiles.remove', { profileId: 'mine' }])
  })

  it('tests the stored profile without saving it again', async () => {
    const { user, calls } = drawEditor()
    await user.click(button('Test connection'))
    await screen.findByText('It answers.')
    expect(calls.map(([method]) => method)).not.toContain('profiles.save')
  })

  it('saves before it tests what was changed', async () => {
    const { user, calls } = drawEditor({ name: 'Renamed' })
    await user.click(button('Save and test'))
    await screen.findByText('It answers.')
    const methods = calls.map(([method]) => method)
    expect(methods.indexOf('profiles.save')).toBeGreaterThan(-1)
    expect(methods.indexOf('profiles.save')).toBeLessThan(methods.indexOf('profiles.test'))
  })

  it('takes a role and leaves the other as it was', async () => {
    const { user, calls } = drawEditor()
    await screen.findAllByRole('switch')
    await waitFor(() => expect(calls.some(([method]) => method === 'profiles.list')).toBe(true))
    await user.click(await screen.findByRole('switch', { name: /^Condensing/ }))
    expect(calls).toContainEqual(['profiles.setRoles', { main: 'other', condensing: 'mine' }])
    expect(screen.getByRole('switch', { name: /^Main/ })).toHaveProperty('checked', false)
  })
})

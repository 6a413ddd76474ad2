import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { modelProfileSchema } from '../../../shared/models/model-profile-types.ts'
import type { KeyState, ProfileList } from '../../../shared/models/profiles-contract.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { KeySection } from './key-section.tsx'
import { emptyDraft, type ProfileDraft } from './profile-draft.ts'

type Drawing = {
  readonly source?: KeyState['source'] | 'unsaved'
  readonly storage?: ProfileList['keyStorage']
  readonly vendor?: ProfileDraft['vendor']
}

function drawSection({ source = 'missing', storage = 'protected', vendor = 'anthropic' }: Drawing) {
  const profile = modelProfileSchema.parse({
    id: 'mine',
    name: 'Mine',
    vendor: 'anthropic',
    model: 'm',
    windowTokens: 100_000,
    maxOutputTokens: 4000,
  })
  const key: KeyState = { source: source === 'unsaved' ? 'missing' : source, variables: ['A_KEY', 'B_KEY'] }
  const saved = { profile, key, prices: {}, knownAs: null, obstacle: '', warnings: [] }
  return drawWithEngine(
    <KeySection
      draft={{ ...emptyDraft, vendor }}
      issues={{}}
      change={() => undefined}
      saved={source === 'unsaved' ? null : saved}
      storage={storage}
    />,
    {
      'profiles.storeKey': () => ({}),
      'profiles.forgetKey': () => Promise.reject(new Error('The keyring is locked.')),
    },
  )
}

const text = () => document.body.textContent ?? ''

describe('the key of a profile', () => {
  it.each<[KeyState['source'], string]>([
    ['stored', 'A key is stored, protected by the system. Variables: A_KEY, B_KEY.'],
    ['plain-text', 'A key is stored without protection.'],
    ['environment', 'The key comes from the environment.'],
    ['missing', 'There is no key.'],
    ['not-needed', 'No key is needed here.'],
  ])('is %s', (source, sentence) => {
    drawSection({ source })
    expect(text()).toContain(sentence)
  })

  it.each<[ProfileList['keyStorage'], boolean, RegExp]>([
    ['protected', true, /There is no key/],
    ['unprotected', true, /any program of this user can read a key/],
    ['none', false, /Keys are not stored here/],
  ])('has a field where storage is %s: %s', (storage, hasField, note) => {
    drawSection({ storage })
    expect(screen.queryByLabelText('Key', { selector: 'input' }) !== null).toBe(hasField)
    expect(text().replaceAll(/\s+/g, ' ')).toMatch(note)
    expect(text().includes('Keys are not stored here')).toBe(storage === 'none')
  })

  it('waits for the profile to be saved', () => {
    drawSection({ source: 'unsaved' })
    expect(text()).toContain('Save the profile first')
    expect(screen.queryByRole('button', { name: 'Store' })).toBeNull()
  })

  it('is no matter of recorded answers', () => {
    drawSection({ vendor: 'recorded' })
    expect(screen.queryByRole('region', { name: 'Key' })).toBeNull()
  })

  it('is stored without spaces around it, and not shown again', async () => {
    const { user, calls } = drawSection({})
    const field = screen.getByLabelText('Key', { selector: 'input' })
    const button = screen.getByRole('button', { name: 'Store' })
    await user.type(field, '  ')
    expect(button).toHaveProperty('disabled', true)
    await user.type(field, 'sk-1 ')
    await user.click(button)
    await waitFor(() => expect(field).toHaveProperty('value', ''))
    expect(calls).toContainEqual(['profiles.storeKey', { profileId: 'mine', key: 'sk-1' }])
  })

  it('is replaced or forgotten where one is stored, with the reason where that fails', async () => {
    const { user } = drawSection({ source: 'stored', storage: 'unprotected' })
    expect(screen.getByLabelText('Another key')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Store unprotected' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Forget the key' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The keyring is locked.')
  })
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { CondenseTab } from './condense-tab.tsx'

const plain = {
  description: '',
  capabilities: { lossless: false, lossy: true, usesModel: false, speed: 'fast' },
  settingsJsonSchema: { type: 'object', properties: {} },
  defaults: {},
  presets: [],
}
const providers = [
  { ...plain, id: 'lossless', label: 'Lossless', kind: 'provider' },
  { ...plain, id: 'truncation', label: 'Truncation', kind: 'provider' },
  { ...plain, id: 'pipeline', label: 'Pipeline', kind: 'strategy' },
  { ...plain, id: 'race', label: 'Race', kind: 'strategy' },
]

function drawTab(initialProviderId: string | null) {
  return drawWithEngine(<CondenseTab taskId="t1" initialProviderId={initialProviderId} />, {
    'providers.list': () => providers,
    'arms.list': () => [
      {
        id: 'the-race',
        label: 'The race',
        group: 'own',
        providerId: 'race',
        presetId: null,
        origin: null,
        description: '',
      },
    ],
    'policy.get': () => ({ defaultProvider: 'truncation' }),
    'preferences.all': () => ({}),
    'preferences.set': () => undefined,
  })
}

const choices = async (): Promise<readonly string[]> =>
  (await screen.findAllByRole('radio', { name: /^(Lossless|Truncation|Pipeline|Race)/ })).map(
    (radio) => `${radio.getAttribute('name')} ${radio.closest('label')?.textContent}`,
  )

it('begins with the standard provider, and leads to the one that is chosen', async () => {
  const { user, addresses } = drawTab(null)
  expect(await choices()).toEqual(['provider Lossless', 'provider Truncation'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Truncation' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Lossless' }))
  expect(addresses.at(-1)).toBe('/task/t1/condense/lossless')
})

it('comes back to what another screen opened, and to the arm that its settings are', async () => {
  const { calls } = drawTab('race')
  await choices()
  await expect
    .poll(() => calls)
    .toContainEqual(['preferences.set', { key: 'condense.provider', value: 'race' }])
  const arm = screen.getByRole<HTMLInputElement>('combobox', { name: 'Arm' })
  await expect.poll(() => arm.value).toBe('The race')
})

it('shows the group of strategies where the address names one, and leads to another', async () => {
  const { user, addresses } = drawTab('race')
  expect(await choices()).toEqual(['provider Pipeline', 'provider Race'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Race' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Pipeline' }))
  expect(addresses.at(-1)).toBe('/task/t1/condense/pipeline')
})

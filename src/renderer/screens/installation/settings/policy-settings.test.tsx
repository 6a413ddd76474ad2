import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { policySchema, type Policy } from '../../../../shared/installation/policy-types.ts'
import { choose, drawWithEngine } from '../../../testing/draw.tsx'
import { PolicySettings } from './policy-settings.tsx'

const policy = policySchema.parse({ budgetPerRunUsd: 2 })

async function drawPolicy(answers = {}) {
  let stored: Policy = policy
  const drawn = drawWithEngine(<PolicySettings />, {
    'policy.get': () => stored,
    'policy.set': (next: Policy) => (stored = next),
    'providers.list': () => [
      { id: 'native', label: 'Native' },
      { id: 'cut', label: 'Cut' },
    ],
    'prompts.list': () => [],
    ...answers,
  })
  await screen.findByRole('form', { name: 'Policy' })
  const saved = () => drawn.calls.filter(([method]) => method === 'policy.set').map(([, input]) => input)
  return { ...drawn, saved }
}

const field = (name: string) => screen.getByRole('textbox', { name })

describe('the form of the policy', () => {
  it('has nothing to save while nothing is changed', async () => {
    const { user, saved } = await drawPolicy()
    await user.keyboard('{Control>}s{/Control}')
    expect(saved()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(field('Limit per run')).toHaveProperty('value', '2')
    expect(field('Limit per day')).toHaveProperty('value', '')
  })

  it('saves every figure that was changed', async () => {
    const { user, saved } = await drawPolicy()
    await user.click(screen.getByRole('switch', { name: 'Condense automatically' }))
    await user.type(field('Stop at'), '40')
    await user.clear(field('Limit per run'))
    await user.type(field('Limit per task'), '5')
    await choose(user, 'Method', 'Cut')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved. It applies to every run from now on.')
    expect(saved()).toEqual([
      {
        ...policy,
        autoCondense: false,
        stopPercent: 40,
        budgetPerRunUsd: null,
        budgetPerTaskUsd: 5,
        defaultProvider: 'cut',
      },
    ])
  })

  it.each([
    ['Minimum gain', '120', 'At most 100.'],
    ['Alert above', '', 'This is needed.'],
    ['Limit per day', '0', 'More than 0'],
    ['Prepare from', '0', 'At least 1.'],
  ])('explains %s of “%s” below its field and saves nothing', async (name, typed, sentence) => {
    const { user, saved } = await drawPolicy()
    await user.clear(field(name))
    if (typed !== '') await user.type(field(name), typed)
    const wrong = screen.getAllByRole('textbox').filter(({ ariaInvalid }) => ariaInvalid === 'true')
    expect(wrong).toEqual([field(name)])
    expect(
      document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent,
    ).toContain(sentence)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.keyboard('{Control>}s{/Control}')
    expect(saved()).toEqual([])
  })

  it('goes back to what is stored', async () => {
    const { user, saved } = await drawPolicy()
    await user.type(field('Limit per run'), '5')
    expect(field('Limit per run')).toHaveProperty('value', '25')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Limit per run')).toHaveProperty('value', '2')
    expect(saved()).toEqual([])
  })

  it('saves with Ctrl+S, and says why that failed', async () => {
    const answers = { 'policy.set': () => Promise.reject(new Error('The disk is full.')) }
    const { user, saved } = await drawPolicy(answers)
    await user.type(field('Limit per run'), '5')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The disk is full.'))
    expect(saved()).toHaveLength(1)
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { PromptHeader } from './prompt-header.tsx'

const prompt: Prompt = {
  id: 'mine',
  name: 'Mine',
  purpose: 'conversation',
  isBuiltIn: false,
  versions: [{ version: 1, text: 'Summarise.', note: '', createdTs: 0 }],
}

function drawHeader(patch: Partial<Prompt> = {}, answers = {}) {
  return drawWithEngine(<PromptHeader prompt={{ ...prompt, ...patch }} />, {
    'preferences.all': () => ({}),
    'prompts.create': () => ({ ...prompt, id: 'new' }),
    'prompts.rename': () => prompt,
    'prompts.remove': () => undefined,
    ...answers,
  })
}

const button = (name: string) => screen.getByRole('button', { name })

describe('the header of a prompt', () => {
  it('offers a copy alone of a built-in prompt', () => {
    drawHeader({ isBuiltIn: true })
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'read-only',
      'Duplicate to edit',
    ])
  })

  it.each([
    ['Mine', 'Mine copy'],
    ['Built-in: conversation', 'Conversation copy'],
  ])('duplicates “%s” under the name that is given', async (name, copy) => {
    const { user, calls, addresses } = drawHeader({ name })
    await user.click(button('Duplicate'))
    const field = await screen.findByRole('textbox', { name: 'Name' })
    expect(field).toHaveProperty('value', copy)
    await user.clear(field)
    await user.type(field, 'Short{Enter}')
    await waitFor(() => expect(addresses.at(-1)).toBe('/prompts/new'))
    expect(calls.find(([method]) => method === 'prompts.create')?.[1]).toEqual({
      name: 'Short',
      purpose: 'conversation',
      text: 'Summarise.',
      note: `Copy of ${name}, version 1`,
    })
  })

  it('renames without spaces around the name, and says why that failed', async () => {
    const { user, calls } = drawHeader(
      {},
      { 'prompts.rename': () => Promise.reject(new Error('The name is taken.')) },
    )
    await user.click(button('Rename'))
    const field = screen.getByRole('textbox', { name: 'Name' })
    await user.clear(field)
    expect(button('Rename')).toHaveProperty('disabled', true)
    await user.type(field, ' Other {Enter}')
    expect(await screen.findByText('The name is taken.')).toBeDefined()
    expect(calls).toContainEqual(['prompts.rename', { promptId: 'mine', name: 'Other' }])
    await user.type(field, '{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('sends nothing where the name stays', async () => {
    const { user, calls } = drawHeader()
    await user.click(button('Rename'))
    await user.click(button('Rename'))
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(calls.map(([method]) => method)).not.toContain('prompts.rename')
  })

  it('asks before it removes, and leaves the address of the prompt', async () => {
    const { user, calls, addresses } = drawHeader()
    await user.click(button('Remove'))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/deleted with its 1 version\./)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(addresses.at(-1)).toBe('/prompts'))
    expect(calls).toContainEqual(['prompts.remove', { promptId: 'mine' }])
  })
})

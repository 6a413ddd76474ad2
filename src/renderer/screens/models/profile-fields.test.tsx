import { screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { choose, drawWithEngine, readSelectOptions } from '../../testing/draw.tsx'
import { LimitFields } from './limit-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { emptyDraft, type ProfileDraft } from './profile-draft.ts'
import { PromptField } from './prompt-field.tsx'
import type { DraftIssues, FieldProps } from './read-draft.ts'
import { RecordingFields } from './recording-fields.tsx'
import { ThresholdField } from './threshold-field.tsx'

type Drawing = { readonly patch?: Partial<ProfileDraft>; readonly issues?: DraftIssues }

/** Draws fields as the editor does, which keeps the draft. */
function drawFields(Fields: (props: FieldProps) => ReactNode, { patch = {}, issues = {} }: Drawing = {}) {
  const changed = vi.fn<(patch: Partial<ProfileDraft>) => void>()
  function Owner() {
    const [draft, setDraft] = useState<ProfileDraft>({ ...emptyDraft, id: 'mine', ...patch })
    const change = (next: Partial<ProfileDraft>): void => {
      changed(next)
      setDraft({ ...draft, ...next })
    }
    return <Fields draft={draft} issues={issues} change={change} />
  }
  const drawn = drawWithEngine(<Owner />, {
    'profiles.knownModel': ({ model }: { model: string }) =>
      model === 'sonnet' ? { knownAs: 'claude-sonnet-4-5', prices: { input: 3, output: 15 } } : null,
    'prompts.list': () => [],
  })
  return { ...drawn, changed }
}

const labels = () =>
  screen
    .getAllByRole('textbox')
    .map((input) => input.id && document.querySelector(`label[for="${input.id}"]`)?.textContent)

describe('the fields of a model', () => {
  it.each([
    ['anthropic', ['Name', 'Model', 'Base URL'], false],
    ['openai', ['Name', 'Model', 'Base URL'], true],
    ['openai-compatible', ['Name', 'Model', 'Base URL'], true],
    ['recorded', ['Name', 'Model'], false],
  ] as const)('of %s are %o', (vendor, names, hasInterface) => {
    drawFields(ModelFields, { patch: { vendor } })
    expect(labels().filter((name) => names.some((known) => known === name))).toEqual(names)
    expect(screen.queryByRole('combobox', { name: 'Interface' }) !== null).toBe(hasInterface)
    expect(screen.queryByRole('textbox', { name: 'Base URL' }) !== null).toBe(names.length === 3)
  })

  it('change one value each', async () => {
    const { user, changed } = drawFields(ModelFields, { patch: { vendor: 'openai' } })
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x')
    await user.type(screen.getByRole('textbox', { name: 'Base URL' }), 'u')
    await choose(user, 'Interface', 'Responses')
    await choose(user, 'Vendor', 'Anthropic')
    expect(changed.mock.calls).toEqual([
      [{ name: 'x' }],
      [{ baseUrl: 'u' }],
      [{ api: 'responses' }],
      [{ vendor: 'anthropic' }],
    ])
  })

  it('show the fault of each field below it', () => {
    drawFields(ModelFields, { issues: { model: 'Required.' } })
    expect(screen.getAllByRole('textbox').filter(({ ariaInvalid }) => ariaInvalid === 'true')).toEqual([
      screen.getByRole('textbox', { name: 'Model' }),
    ])
    expect(screen.getByText('Required.')).toBeDefined()
  })
})

describe('the other fields of a profile', () => {
  it('offer every profile but this one for missing answers, and none', async () => {
    const names = { mine: 'Mine', other: 'Other' }
    const { user, changed } = drawFields((props) => <RecordingFields {...props} names={names} />, {
      patch: { vendor: 'recorded' },
    })
    expect(await readSelectOptions(user, 'Profile for missing answers')).toEqual(['Other'])
    await user.click(screen.getByRole('option', { name: 'Other' }))
    await user.click(screen.getByLabelText('Clear the profile'))
    expect(changed.mock.calls).toEqual([[{ recordingProfileId: 'other' }], [{ recordingProfileId: null }]])
  })

  it('take whole tokens and an empty window for none', async () => {
    const { user, changed } = drawFields(LimitFields, {
      patch: { windowTokens: null, supportsImages: false },
    })
    await user.type(screen.getByRole('textbox', { name: 'Window' }), '8')
    await user.clear(screen.getByRole('textbox', { name: 'Window' }))
    await user.click(screen.getByRole('switch', { name: 'Takes images' }))
    expect(changed.mock.calls).toEqual([
      [{ windowTokens: 8 }],
      [{ windowTokens: null }],
      [{ supportsImages: true }],
    ])
  })

  it('have the prices of the library as placeholders', async () => {
    drawFields(PriceFields, { patch: { model: 'sonnet' } })
    await screen.findByText(/Empty fields take the price of claude-sonnet-4-5/)
    const placeholders = screen.getAllByRole('textbox').map((input) => input.getAttribute('placeholder'))
    expect(placeholders).toEqual(['3', '15', 'unknown', 'unknown'])
  })

  it('warn of a model without a known price', async () => {
    const { user, changed } = drawFields(PriceFields, { patch: { model: 'llama' } })
    await screen.findByText(/Without prices here its cost is unknown, not zero/)
    await user.type(screen.getByRole('textbox', { name: 'Output' }), '2')
    expect(changed).toHaveBeenCalledWith({ prices: { ...emptyDraft.prices, output: 2 } })
  })

  it('inherit the global threshold and begin with it once they do not', async () => {
    const { user, changed } = drawFields((props) => <ThresholdField {...props} globalPercent={70} />)
    expect(screen.getByText(/The default in Settings is 70/)).toBeDefined()
    await user.click(screen.getByRole('switch'))
    await user.click(screen.getByRole('switch'))
    expect(changed.mock.calls).toEqual([[{ threshold: 70 }], [{ threshold: emptyDraft.threshold }]])
  })

  it('name the prompt that is inherited, and one that is gone', async () => {
    const { user } = drawFields((props) => <PromptField {...props} inherited="gone" />, {
      patch: { condensingPrompt: 'lost@2' },
    })
    expect(await readSelectOptions(user, 'Condensing prompt')).toEqual([
      'Inherit (gone (removed))',
      'lost@2 (removed)',
    ])
  })
})

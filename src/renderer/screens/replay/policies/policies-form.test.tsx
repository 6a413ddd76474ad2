import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { listMethods } from '../../../lib/list-methods.ts'
import { choose, drawWithEngine } from '../../../testing/draw.tsx'
import { useTextDraft } from '../../../ui/components/yaml-editor/use-text-draft.ts'
import { PoliciesForm, SweepButton } from './policies-form.tsx'

// The fields read ids and labels alone.
const providers = ['native', 'lossless', 'truncation'].map((id) => ({
  id,
  label: `The ${id}`,
})) as ProviderInfo[]
const presets = [
  { id: 'strict', providerId: 'lossless', label: 'Strict', isBuiltIn: true },
  { id: 'codex-local', providerId: 'composed', label: 'Codex local', isBuiltIn: true },
  { id: 'classic', providerId: 'native', label: 'Classic', isBuiltIn: true },
  { id: 'mine', providerId: 'lossless', label: 'My lossless', isBuiltIn: false },
] as PresetEntry[]
const arms: readonly ArmInfo[] = [
  {
    id: 'codex-local',
    label: 'Codex local',
    group: 'agent',
    description: '',
    providerId: 'composed',
    presetId: 'codex-local',
    origin: {
      source: 'openai/codex',
      version: '758ef40f5',
      date: '2026-11',
      certainty: 'exact',
      differs: '',
    },
    hasOwnTrigger: true,
    needsKey: false,
  },
  {
    id: 'lossless-strict',
    label: 'Lossless: Strict',
    group: 'own',
    description: 'Removes repetitions.',
    providerId: 'lossless',
    presetId: 'strict',
    origin: null,
    hasOwnTrigger: false,
    needsKey: false,
  },
]
const choices: EditorChoices = {
  arms,
  methods: listMethods(presets, providers, arms),
  providers,
  presets,
  metrics: [],
  tasks: [],
  profiles: [],
  prompts: [],
}

/** The form of a list of policies; what its text comes to. */
function drawForm(initial: string) {
  const texts = [initial]
  function Owner() {
    const text = useTextDraft({ initial, firstKey: 'policies', onChange: (next) => void texts.push(next) })
    const draft = {
      ...text,
      taskId: 'task',
      fresh: initial,
      maxCostUsd: null,
      changeMaxCost: () => undefined,
      check: null,
      checkProblem: null,
      isFromElsewhere: false,
    }
    return (
      <>
        <SweepButton draft={draft} />
        <PoliciesForm draft={draft} choices={choices} issues={[]} />
      </>
    )
  }
  const { user } = drawWithEngine(<Owner />, { 'providers.list': () => providers })
  const policies = (): readonly Readonly<Record<string, unknown>>[] => parse(texts.at(-1) ?? '').policies
  return { user, policies }
}

describe('the form of policies', () => {
  it('sets fallbacks in their order, with presets of their providers', async () => {
    const { user, policies } = drawForm('policies: [{ id: one, provider: native, threshold: 50 }]')
    await user.click(screen.getByText(/^Prompt, target, minimum gain/))
    await user.click(screen.getByRole('button', { name: 'Add a fallback' }))
    await user.click(screen.getByRole('button', { name: 'Add a fallback' }))
    await choose(user, 'Fallback 2', 'The lossless')
    await user.click(screen.getByRole('button', { name: 'Move fallback 2 up' }))
    await choose(user, 'Preset of fallback 1', 'Strict')
    expect(policies()[0]?.['fallback']).toEqual([
      { provider: 'lossless', preset: 'strict' },
      { provider: 'truncation' },
    ])
    await user.click(screen.getByRole('button', { name: 'Remove fallback 1' }))
    await user.click(screen.getByRole('button', { name: 'Remove fallback 1' }))
    expect(screen.queryByRole('group', { name: /^Fallback \d/ })).toBeNull()
    expect(policies()[0]).not.toHaveProperty('fallback')
  })

  it('fills provider and preset by the name of a method, and says what it follows', async () => {
    const { user, policies } = drawForm('policies: [{ id: native-75, provider: native, threshold: 75 }]')
    expect(screen.getByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'The native: Classic')
    await choose(user, 'Method', 'Codex local')
    expect(policies()).toEqual([
      { id: 'codex-local-75', provider: 'composed', preset: 'codex-local', threshold: 75 },
    ])
    expect(screen.getByText('Follows openai/codex, 758ef40f5, 2026-11: exact.')).toBeTruthy()
  })

  it('keeps an arm that the YAML names as an arm, until a method of one’s own is wanted', async () => {
    const { user, policies } = drawForm('policies: [{ id: mine, arm: codex-local, window: 200000 }]')
    expect(screen.getByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'Codex local')
    await choose(user, 'Method', 'Lossless: Strict')
    expect(policies()).toEqual([{ id: 'mine', arm: 'lossless-strict', window: 200_000 }])
    await choose(user, 'Method', 'My lossless')
    expect(policies()).toEqual([{ id: 'mine', provider: 'lossless', preset: 'mine', window: 200_000 }])
  })

  it('lets an id that was made of settings follow them, and leaves one that somebody chose', async () => {
    const { user, policies } = drawForm('policies: [{ id: native-50, provider: native, threshold: 50 }]')
    const fill = async (field: HTMLElement, text: string): Promise<void> => {
      await user.clear(field)
      await user.type(field, text)
    }
    await fill(screen.getByLabelText(/^Threshold/), '60')
    const id = screen.getByRole('textbox', { name: 'Id' })
    expect(id).toHaveProperty('value', 'native-60')
    await fill(id, 'mine')
    await fill(screen.getByLabelText(/^Threshold/), '70')
    expect(id).toHaveProperty('value', 'mine')
    expect(policies()).toEqual([{ id: 'mine', provider: 'native', threshold: 70 }])
  })

  it('makes policies by a sweep, which may not be too large', async () => {
    const { user, policies } = drawForm(
      'policies: [{ id: none }, { id: one, provider: native, threshold: 50 }]',
    )
    await user.click(screen.getByRole('button', { name: 'Sweep' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sweep thresholds' }))
    await dialog.findByRole('checkbox', { name: 'The native' })
    const steps = dialog.getByLabelText('in steps of')
    await user.clear(steps)
    await user.type(steps, '1')
    expect(dialog.getByRole('button', { name: 'Replace the policies' })).toHaveProperty('disabled', true)
    await user.clear(steps)
    await user.type(steps, '25')
    await user.click(dialog.getByRole('checkbox', { name: /^128/ }))
    await user.click(dialog.getByRole('button', { name: 'Replace the policies' }))
    expect(policies().map(({ id }) => id)).toEqual([
      'none',
      ...['native', 'lossless'].flatMap((provider) =>
        ['128k', '200k'].flatMap((window) =>
          [50, 75, 100].map((threshold) => `${provider}-${window}-${threshold}`),
        ),
      ),
    ])
  })
})

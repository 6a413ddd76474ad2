import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { choose, draw } from '../../../testing/draw.tsx'
import { convertSchemaToFields } from './convert-schema-to-fields.ts'
import { SchemaForm } from './schema-form.tsx'

const limitSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens'), most: z.number().int().default(500) }).meta({ title: 'By tokens' }),
  z.object({ kind: z.literal('share'), ratio: z.number().default(0.5) }).meta({ title: 'By share' }),
])
const schema = z.object({
  enabled: z.boolean().default(true),
  keepLast: z.number().int().min(1).max(20).default(4),
  seed: z.number().int().nullable().default(null),
  marker: z.string().max(40).default('…'),
  note: z.string().max(5000).nullable().default(null),
  order: z.enum(['oldest', 'largest']).default('oldest'),
  limit: limitSchema,
  spare: limitSchema.nullable(),
  rules: z.record(z.string(), z.number()).meta({ title: 'Rules', description: 'Paths to keep.' }),
})
const start: Settings = {
  enabled: true,
  keepLast: 4,
  seed: 7,
  marker: '…',
  note: 'old',
  order: 'oldest',
  limit: { kind: 'tokens', most: 500 },
  spare: { kind: 'share', ratio: 0.25 },
  rules: {},
}

/** Draws the form as its owner does, which keeps the settings. */
function drawForm(issues: readonly SettingIssue[] = []): { user: UserEvent; settings: () => Settings } {
  const changed = vi.fn<(settings: Settings) => void>()
  const fields = convertSchemaToFields(z.toJSONSchema(schema, { io: 'input' }))
  function Owner() {
    const [settings, setSettings] = useState(start)
    const onChange = (next: Settings): void => {
      changed(next)
      setSettings(next)
    }
    return <SchemaForm fields={fields} settings={settings} issues={issues} onChange={onChange} />
  }
  const user = draw(<Owner />)
  return { user, settings: () => changed.mock.lastCall?.[0] ?? start }
}

/** They stand outside of the tab order, so that no role finds them. */
const clearButtons = (inside: HTMLElement) => [...inside.querySelectorAll('.mantine-InputClearButton-root')]
const group = (name: string) => screen.getByRole('group', { name })

describe('a form drawn from a schema', () => {
  it('turns a switch', async () => {
    const { user, settings } = drawForm()
    await user.click(screen.getByRole('switch', { name: 'Enabled' }))
    expect(settings()).toEqual({ ...start, enabled: false })
  })

  it('takes a number as it is typed, out of bounds too', async () => {
    const { user, settings } = drawForm()
    const input = screen.getByRole('textbox', { name: 'Keep last' })
    await user.clear(input)
    await user.type(input, '25')
    await user.tab()
    expect(settings()).toEqual({ ...start, keepLast: 25 })
  })

  it('parts the thousands of a number while it is typed', async () => {
    const { user, settings } = drawForm()
    const input = screen.getByRole('textbox', { name: 'Keep last' })
    await user.clear(input)
    await user.type(input, '12000')
    expect(input).toHaveProperty('value', '12,000')
    await user.type(input, '{Backspace}')
    expect(input).toHaveProperty('value', '1,200')
    expect(settings()).toEqual({ ...start, keepLast: 1200 })
  })

  it('keeps the last number while a field that needs one is empty', async () => {
    const { user, settings } = drawForm()
    await user.clear(screen.getByRole('textbox', { name: 'Keep last' }))
    expect(settings()['keepLast']).toBe(4)
  })

  it('takes an emptied number or text for none where none is a value', async () => {
    const { user, settings } = drawForm()
    await user.clear(screen.getByRole('textbox', { name: 'Seed' }))
    await user.clear(screen.getByRole('textbox', { name: 'Note' }))
    await user.clear(screen.getByRole('textbox', { name: 'Marker' }))
    expect(settings()).toEqual({ ...start, seed: null, note: null, marker: '' })
  })

  it('gives long texts several lines and short ones a limit', () => {
    drawForm()
    expect(screen.getByRole('textbox', { name: 'Note' }).tagName).toBe('TEXTAREA')
    expect(screen.getByRole('textbox', { name: 'Marker' })).toHaveProperty('maxLength', 40)
  })

  it('offers the options of an enumeration', async () => {
    const { user, settings } = drawForm()
    await choose(user, 'Order', 'largest')
    expect(settings()).toEqual({ ...start, order: 'largest' })
  })

  it('puts the defaults of a form in its place when another form of a value is chosen', async () => {
    const { user, settings } = drawForm()
    await choose(user, 'Limit', 'By share')
    expect(settings()).toEqual({ ...start, limit: { kind: 'share', ratio: 0.5 } })
    expect(group('Limit')).toHaveProperty('textContent', expect.stringContaining('Ratio'))
  })

  it('clears a value in several forms where none is a value', async () => {
    const { user, settings } = drawForm()
    expect(clearButtons(group('Limit'))).toEqual([])
    const [clear] = clearButtons(group('Spare'))
    if (clear === undefined) throw new Error('no button to clear')
    await user.click(clear)
    expect(settings()).toEqual({ ...start, spare: null })
  })

  it('says what is edited as JSON', () => {
    drawForm()
    expect(screen.getByText('Rules').parentElement?.textContent).toBe(
      'Rules is edited as JSON. Paths to keep.',
    )
  })

  it('writes what is wrong below its own field and no other', () => {
    drawForm([{ path: ['keepLast'], message: 'Too big: expected number to be <=20' }])
    const wrong = screen.getAllByRole('textbox').filter((input) => input.ariaInvalid === 'true')
    expect(wrong).toEqual([screen.getByRole('textbox', { name: 'Keep last' })])
    expect(
      wrong.map(
        (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toEqual(['Too big: expected number to be <=20.'])
  })
})

const passes = z.object({
  passes: z
    .array(
      z.discriminatedUnion('mode', [
        z
          .object({ id: z.string(), note: z.string().optional(), mode: z.literal('one'), most: z.int() })
          .meta({ title: 'As one' }),
        z
          .object({ id: z.string(), note: z.string().optional(), mode: z.literal('each') })
          .meta({ title: 'Each' }),
      ]),
    )
    .meta({ title: 'Passes', examples: [{ id: 'cut', mode: 'each', description: 'Cuts.' }] }),
})

describe('a list of values that come in several forms', () => {
  function drawPasses(first: Settings) {
    const changed = vi.fn<(settings: Settings) => void>()
    const fields = convertSchemaToFields(z.toJSONSchema(passes, { io: 'input' }))
    function Owner() {
      const [settings, setSettings] = useState(first)
      const onChange = (next: Settings): void => {
        changed(next)
        setSettings(next)
      }
      return <SchemaForm fields={fields} settings={settings} issues={[]} onChange={onChange} />
    }
    const user = draw(<Owner />)
    return { user, passes: () => changed.mock.lastCall?.[0]['passes'] }
  }

  it('keeps what both forms have where another form is chosen, and leaves out what is emptied', async () => {
    const { user, passes } = drawPasses({ passes: [{ id: 'a', note: 'why', mode: 'one', most: 3 }] })
    await user.click(screen.getByRole('button', { name: 'a' }))
    await choose(user, 'Mode', 'Each')
    expect(passes()).toEqual([{ id: 'a', note: 'why', mode: 'each' }])
    await user.clear(screen.getByRole('textbox', { name: 'Note' }))
    expect(passes()).toEqual([{ id: 'a', mode: 'each' }])
  })

  it('adds a template and a copy, each with an id of its own', async () => {
    const { user, passes } = drawPasses({ passes: [{ id: 'cut', mode: 'each' }] })
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await user.click(await screen.findByRole('menuitem', { name: /^cut/ }))
    await user.click(screen.getByRole('button', { name: 'Duplicate cut' }))
    expect(passes()).toMatchObject([{ id: 'cut' }, { id: 'cut-3' }, { id: 'cut-2' }])
  })
})

const steps = z.object({
  steps: z
    .array(z.object({ providerId: z.string(), presetId: z.string().optional() }))
    .min(1)
    .max(3)
    .meta({ title: 'Steps' }),
})
const capabilities = {
  lossless: false,
  lossy: true,
  usesModel: false,
  parallel: false,
  multiPass: false,
  fallback: false,
  speed: 'fast',
} as const
const buildProvider = (id: string, label: string): ProviderInfo => ({
  id,
  label,
  description: '',
  version: '1',
  kind: 'provider',
  capabilities,
  settingsJsonSchema: z.toJSONSchema(z.object({ keep: z.number(), loud: z.boolean() })),
  defaults: { keep: 4, loud: false },
  presets: [{ id: 'more', label: 'More', description: '', settings: { keep: 9 } }],
})
const providers = [buildProvider('cut', 'Cut'), buildProvider('ask', 'Ask')]

function drawSteps(first: Settings, issues: readonly SettingIssue[] = []) {
  const changed = vi.fn<(settings: Settings) => void>()
  const fields = convertSchemaToFields(z.toJSONSchema(steps, { io: 'input' }))
  function Owner() {
    const [settings, setSettings] = useState(first)
    return (
      <SchemaForm
        fields={fields}
        settings={settings}
        issues={issues}
        providers={providers}
        onChange={(next) => {
          changed(next)
          setSettings(next)
        }}
      />
    )
  }
  const user = draw(<Owner />)
  return { user, steps: () => changed.mock.lastCall?.[0]['steps'] }
}

const cut = { providerId: 'cut' }
const ask = { providerId: 'ask', presetId: 'more' }
const button = (name: string) => screen.getByRole('button', { name })

describe('the steps of a strategy in a form', () => {
  it('adds a step, and removes one as long as enough are left', async () => {
    const { user, steps } = drawSteps({ steps: [cut] })
    expect(button('Remove Cut')).toHaveProperty('disabled', true)
    await choose(user, 'Add to steps', 'Ask')
    expect(steps()).toEqual([cut, { providerId: 'ask' }])
    await user.click(button('Remove Cut'))
    expect(steps()).toEqual([{ providerId: 'ask' }])
  })

  it('moves a step by its buttons and by Alt with an arrow key, which keeps the keyboard', async () => {
    const { user, steps } = drawSteps({ steps: [cut, ask] })
    await user.click(button('Move Cut down'))
    expect(steps()).toEqual([ask, cut])
    expect(document.activeElement).toBe(button('Cut'))
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(steps()).toEqual([cut, ask])
    expect(screen.queryByText('Cut is now 1 of 2.')).not.toBeNull()
  })

  it('has the preset of a step chosen, and its settings changed above that', async () => {
    const { user, steps } = drawSteps({ steps: [cut] })
    await user.click(button('Cut'))
    await choose(user, 'Preset', 'More')
    expect(steps()).toEqual([{ providerId: 'cut', presetId: 'more' }])
    await user.click(button('Settings of Cut'))
    expect(screen.getByRole('textbox', { name: 'Keep' })).toHaveProperty('value', '9')
    await user.click(screen.getByRole('switch', { name: 'Loud' }))
    expect(steps()).toEqual([{ providerId: 'cut', presetId: 'more', settings: { loud: true } }])
    expect(screen.queryByRole('button', { name: 'Cut · More · 1 setting changed' })).not.toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Loud' }))
    expect(steps()).toEqual([{ providerId: 'cut', presetId: 'more' }])
  })

  it('forgets preset and settings where another provider is chosen', async () => {
    const { user, steps } = drawSteps({ steps: [ask] })
    await user.click(button('Ask · More'))
    await choose(user, 'Provider', 'Cut')
    expect(steps()).toEqual([cut])
  })

  it('marks a step that does not fit, and says why at its field', async () => {
    const issues = [{ path: ['steps', 0, 'settings', 'keep'], message: 'must be a whole number' }]
    const { user } = drawSteps({ steps: [{ ...cut, settings: { keep: 1.5 } }] }, issues)
    await user.click(screen.getByRole('button', { name: /^Cut · 1 setting changed\s?does not fit$/ }))
    expect(screen.queryByText('Must be a whole number.')).not.toBeNull()
  })
})

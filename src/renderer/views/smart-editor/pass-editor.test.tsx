import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { SettingIssue } from '../../../shared/api/providers.ts'
import { settingsSchema, type Settings } from '../../../shared/domain/provider.ts'
import { EditorContext, type EditorForm } from '../../components/editor-fields/editor-context.ts'
import { isRecord, jsonAt, withJsonAt } from '../../components/editor-fields/json-at.ts'
import { choose, drawWithEngine, optionsOf } from '../../testing/draw.tsx'
import { OperationCostsContext, type OperationCosts } from './operation-costs.ts'
import { PassEditor } from './pass-editor.tsx'
import { passTemplates } from './passes.ts'

const [suppress, cut, summarise, batch] = passTemplates.map(({ pass }) => settingsSchema.parse(pass)) as [
  Settings,
  Settings,
  Settings,
  Settings,
]

type Drawing = { readonly issues?: readonly SettingIssue[]; readonly costs?: OperationCosts | null }

function drawPass(pass: Settings, { issues = [], costs = null }: Drawing = {}) {
  const start: Settings = { passes: [pass] }
  const changed = vi.fn<(settings: Settings) => void>()
  function Owner() {
    const [settings, setSettings] = useState(start)
    const set: EditorForm['set'] = (path, value) => {
      const next = withJsonAt(settings, path, value)
      if (!isRecord(next)) throw new Error('no settings')
      changed(next)
      setSettings(next)
    }
    return (
      <OperationCostsContext value={costs}>
        <EditorContext value={{ settings, issues, set }}>
          <PassEditor index={0} />
        </EditorContext>
      </OperationCostsContext>
    )
  }
  const drawn = drawWithEngine(<Owner />, {
    'profiles.list': () => ({ profiles: [], roles: { main: null, condensing: null }, keyStorage: 'none' }),
  })
  return {
    ...drawn,
    at: (...path: (string | number)[]) => jsonAt(changed.mock.lastCall?.[0] ?? start, ['passes', 0, ...path]),
  }
}

const content = (name: string) => within(screen.getByRole('group', { name }))
const defaults = ['individualConfig', 'defaults']

describe('the editor of a pass', () => {
  it('begins another way of selecting with its own values', async () => {
    const { user, at } = drawPass(suppress)
    await user.click(screen.getByRole('radio', { name: 'All but a last share' }))
    expect(at('selection')).toEqual({ type: 'preserve_percent', keepPercentage: 30 })
    await user.click(screen.getByRole('radio', { name: 'By conditions' }))
    expect(at('selection')).toEqual({ type: 'custom', where: {} })
    expect(await optionsOf(user, 'Results')).toEqual(['any', 'only errors', 'all but errors'])
    await user.click(screen.getByRole('option', { name: 'all but errors' }))
    expect(at('selection', 'where')).toEqual({ isError: false })
    await choose(user, 'Results', 'any')
    expect(at('selection', 'where')).toEqual({})
  })

  it('begins an operation with its parameters', async () => {
    const { user, at } = drawPass(suppress)
    await user.click(content('Tool parameters').getByRole('radio', { name: 'Cut' }))
    expect(at(...defaults, 'toolParameters')).toEqual({
      operation: 'truncate',
      params: { truncate: { maxChars: 120, addEllipsis: true } },
    })
    expect(content('Tool parameters').queryByRole('textbox', { name: 'Lines that stay' })).toBeNull()
    await user.click(content('Tool results').getByRole('radio', { name: 'Cut' }))
    const lines = content('Tool results').getByRole('textbox', { name: 'Lines that stay' })
    await user.clear(lines)
    expect(at(...defaults, 'toolResults', 'params', 'truncate')).toEqual({ addEllipsis: true })
  })

  it('offers only operations that fit the content', () => {
    drawPass(cut)
    const offered = (name: string) =>
      content(name)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value'))
    expect(offered('Message text')).toEqual(['keep', 'truncate', 'summarize'])
    expect(offered('Tool parameters')).toEqual(['keep', 'suppress', 'truncate'])
    expect(offered('Environment')).toEqual(['otherwise', 'keep', 'suppress', 'truncate', 'summarize'])
  })

  it('drops the parts when all messages are treated as one, and the other way round', async () => {
    const { user, at } = drawPass(suppress)
    await user.click(screen.getByRole('radio', { name: 'All together, as one' }))
    expect(at('mode')).toBe('batch')
    expect(at('individualConfig')).toBeUndefined()
    expect(at('batchConfig', 'operation')).toBe('summarize')
    await user.click(screen.getByRole('radio', { name: 'Each part by itself' }))
    expect(at('batchConfig')).toBeUndefined()
    expect(at(...defaults, 'toolResults')).toEqual({ operation: 'keep' })
  })

  it('adds exceptions after the last one and removes the list with its last', async () => {
    const { user, at } = drawPass(suppress)
    await user.click(screen.getByRole('button', { name: 'Add an exception' }))
    await user.click(screen.getByRole('button', { name: 'Add an exception' }))
    expect([
      at('individualConfig', 'overrides', 0, 'messageIndex'),
      at('individualConfig', 'overrides', 1, 'messageIndex'),
    ]).toEqual([1, 2])
    await user.click(screen.getByRole('button', { name: 'Remove the exception for message 1' }))
    expect(at('individualConfig', 'overrides', 0, 'messageIndex')).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Remove the exception for message 2' }))
    expect(at('individualConfig', 'overrides')).toBeUndefined()
  })

  it('runs always, or only above a size', async () => {
    const { user, at } = drawPass(batch)
    expect(screen.queryByRole('textbox', { name: 'Only above' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Only above a size' }))
    expect(at('execution')).toEqual({ type: 'conditional', condition: { tokenThreshold: 40_000 } })
    expect(screen.getByRole('textbox', { name: 'Only above' })).toBeDefined()
  })

  it('shows the cost of an operation, with a warning above a limit', () => {
    const path = ['passes', 0, ...defaults, 'toolResults']
    const operations = [{ path, calls: 4, costUsd: 0.5 }] as unknown as OperationCosts['operations']
    drawPass(summarise, { costs: { operations, limits: { budgetUsd: 0.1, alertUsd: null } } })
    expect(content('Tool results').getByText('about $0.5000 in 4 calls')).toBeDefined()
    expect(content('Tool results').getByText(/exceeds the budget of a run/)).toBeDefined()
  })

  it('shows a fault at its field', () => {
    drawPass(cut, { issues: [{ path: ['passes', 0, 'id'], message: 'is taken' }] })
    expect(screen.getAllByRole('textbox').filter(({ ariaInvalid }) => ariaInvalid === 'true')).toEqual([
      screen.getByRole('textbox', { name: 'Id' }),
    ])
  })
})

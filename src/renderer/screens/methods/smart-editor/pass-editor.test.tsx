import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { PassEditor } from './pass-editor.tsx'
import { passTemplates } from './passes.ts'
import { drawSettings } from './testing/draw-settings.tsx'

const [suppress, cut, , batch] = passTemplates.map(({ pass }) => settingsSchema.parse(pass)) as [
  Settings,
  Settings,
  Settings,
  Settings,
]

function drawPass(pass: Settings, issues: readonly SettingIssue[] = []) {
  const { at, ...drawn } = drawSettings({ passes: [pass] }, <PassEditor index={0} />, { issues })
  return { ...drawn, at: (...path: (string | number)[]) => at('passes', 0, ...path) }
}

describe('the editor of a pass', () => {
  it('drops the parts when all messages are treated as one, and the other way round', async () => {
    const { user, at } = drawPass(suppress)
    await user.click(screen.getByRole('radio', { name: 'All together, as one' }))
    expect(at('mode')).toBe('batch')
    expect(at('individualConfig')).toBeUndefined()
    expect(at('batchConfig', 'operation')).toBe('summarize')
    await user.click(screen.getByRole('radio', { name: 'Each part by itself' }))
    expect(at('batchConfig')).toBeUndefined()
    expect(at('individualConfig', 'defaults', 'toolResults')).toEqual({ operation: 'keep' })
  })

  it('adds exceptions after the last one and removes the list with its last', async () => {
    const { user, at } = drawPass(suppress)
    const add = screen.getByRole('button', { name: 'Add an exception' })
    await user.click(add)
    await user.click(add)
    const overrides = ['individualConfig', 'overrides']
    expect([at(...overrides, 0, 'messageIndex'), at(...overrides, 1, 'messageIndex')]).toEqual([1, 2])
    await user.click(screen.getByRole('button', { name: 'Remove the exception for message 1' }))
    expect(at(...overrides, 0, 'messageIndex')).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Remove the exception for message 2' }))
    expect(at(...overrides)).toBeUndefined()
  })

  it('runs always, or only above a size', async () => {
    const { user, at } = drawPass(batch)
    expect(screen.queryByRole('textbox', { name: 'Only above' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Only above a size' }))
    expect(at('execution')).toEqual({ type: 'conditional', condition: { tokenThreshold: 40_000 } })
    expect(screen.getByRole('textbox', { name: 'Only above' })).toBeDefined()
  })

  it('shows a fault at its field', () => {
    drawPass(cut, [{ path: ['passes', 0, 'id'], message: 'is taken' }])
    expect(screen.getAllByRole('textbox').filter(({ ariaInvalid }) => ariaInvalid === 'true')).toEqual([
      screen.getByRole('textbox', { name: 'Id' }),
    ])
  })
})

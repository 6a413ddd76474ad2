import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { OperationCosts } from './operation-costs.ts'
import { OperationField } from './operation-field.tsx'
import { contents, type Content } from './operations.ts'
import { drawSettings } from './testing/draw-settings.tsx'

const findContent = (key: Content['key']): Content => contents.find((content) => content.key === key)!

function drawField(key: Content['key'], settings: Settings, costs: OperationCosts | null = null) {
  const content = findContent(key)
  const field = <OperationField path={['done']} content={content} otherwise={content.otherwise} />
  return drawSettings(settings, field, { costs })
}

const offered = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))

describe('the operation on a kind of content', () => {
  it.each([
    ['messageText', ['keep', 'truncate', 'summarize']],
    ['toolParameters', ['keep', 'suppress', 'truncate']],
    ['environment', ['otherwise', 'keep', 'suppress', 'truncate', 'summarize']],
  ] as const)('is one that fits %s', (key, operations) => {
    drawField(key, {})
    expect(offered()).toEqual(operations)
  })

  it('begins with its parameters, lines only where the content has some', async () => {
    const { user, at } = drawField('toolParameters', { done: { operation: 'keep' } })
    await user.click(screen.getByRole('radio', { name: 'Cut' }))
    expect(at('done')).toEqual({
      operation: 'truncate',
      params: { truncate: { maxChars: 120, addEllipsis: true } },
    })
    expect(screen.queryByRole('textbox', { name: 'Lines to keep' })).toBeNull()
  })

  it('has no limit where a field is empty', async () => {
    const { user, at } = drawField('toolResults', { done: { operation: 'keep' } })
    await user.click(screen.getByRole('radio', { name: 'Cut' }))
    await user.clear(screen.getByRole('textbox', { name: 'Lines to keep' }))
    expect(at('done', 'params', 'truncate')).toEqual({ addEllipsis: true })
  })

  it('is left out where another one applies', async () => {
    const { user, at } = drawField('environment', { done: { operation: 'keep' } })
    await user.click(screen.getByRole('radio', { name: 'As results' }))
    expect(at('done')).toBeUndefined()
  })

  it.each([
    [0.5, /exceeds the budget of a run/],
    [0.01, null],
  ])('shows its cost of $%s, with a warning above a limit', (costUsd, warning) => {
    const operations = [{ path: ['done'], calls: 4, costUsd }] as unknown as OperationCosts['operations']
    const limits = { budgetUsd: 0.1, alertUsd: null }
    drawField('toolResults', { done: { operation: 'summarize' } }, { operations, limits })
    expect(screen.getByText(/^about \$0\.\d+ in 4 calls$/)).toBeDefined()
    expect(screen.queryByText(/exceeds/) !== null).toBe(warning !== null)
  })
})

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { EditorContext } from './editor-context.ts'
import { MoreFields } from './more-fields.tsx'

const form = (settings: Settings) => (
  <EditorContext value={{ settings, issues: [], set: () => undefined }}>
    <MoreFields path={[]} keys={['target']} summary="Target">
      <input aria-label="Target" />
    </MoreFields>
  </EditorContext>
)
const field = (): HTMLElement | null => screen.queryByLabelText('Target', { selector: 'input' })

it('draws rarely used fields once they are unfolded, and keeps them', () => {
  render(form({}))
  expect(field()).toBeNull()
  const details = screen.getByRole('group')
  if (!(details instanceof HTMLDetailsElement)) throw new Error('fields are folded into details')
  details.open = true
  fireEvent(details, new Event('toggle'))
  const drawn = field()
  expect(drawn).not.toBeNull()
  details.open = false
  fireEvent(details, new Event('toggle'))
  expect(field()).toBe(drawn)
})

it('draws fields with a value unfolded, and keeps them when it is taken away', () => {
  const { rerender } = render(form({ target: 1 }))
  const drawn = field()
  expect(drawn).not.toBeNull()
  rerender(form({}))
  expect(field()).toBe(drawn)
})

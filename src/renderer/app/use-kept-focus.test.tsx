import { screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

afterEach(() => {
  location.hash = ''
})

function Screens({ inDialog = false }: { readonly inDialog?: boolean }) {
  const main = useRef<HTMLElement>(null)
  const [isGone, setIsGone] = useState(false)
  useKeptFocus(main)
  const leave = (): void => {
    if (!inDialog) location.hash = '#/next'
    setIsGone(true)
  }
  return (
    <main ref={main} tabIndex={-1}>
      <button type="button">Other</button>
      {!isGone && (
        <div role={inDialog ? 'dialog' : 'group'}>
          <button type="button" onClick={leave}>
            Leave
          </button>
        </div>
      )}
    </main>
  )
}

it('moves the focus to the screen when the link that led there is gone', async () => {
  const user = draw(<Screens />)
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'))
})

it('moves the focus to the screen when a dialog closes and gives it back to nothing', async () => {
  const user = draw(<Screens inDialog />)
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'))
})

it('leaves the focus where it is while its element is there', async () => {
  const user = draw(<Screens />)
  await user.click(screen.getByRole('button', { name: 'Other' }))
  location.hash = '#/next'
  screen.getByRole('button', { name: 'Leave' }).parentElement?.remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }))
})

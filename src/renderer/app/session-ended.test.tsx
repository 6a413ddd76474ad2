import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { SessionEnded } from './session-ended.tsx'

function endingSession(renew: (address: string) => Promise<boolean>) {
  const listeners = new Set<() => void>()
  let hasEnded = false
  const set = (value: boolean): void => {
    hasEnded = value
    listeners.forEach((listener) => listener())
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { session: { hasEnded: () => hasEnded, subscribe, renew }, set }
}

it('shows nothing until the session ends, says so, and goes on with a new address', async () => {
  const renew = vi.fn<(address: string) => Promise<boolean>>(async (address) => address.endsWith('new'))
  const { session, set } = endingSession(async (address) => {
    const isOpen = await renew(address)
    if (isOpen) set(false)
    return isOpen
  })
  const user = draw(<SessionEnded session={session} />)
  expect(screen.queryByRole('dialog')).toBeNull()
  set(true)
  expect(await screen.findByRole('dialog', { name: 'The session has ended' })).not.toBeNull()
  const field = screen.getByRole('textbox', { name: 'Address' })
  await user.type(field, 'http://127.0.0.1:1/#token=old')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toContain('does not open a session')
  await user.clear(field)
  await user.type(field, 'http://127.0.0.1:1/#token=new{Enter}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(renew).toHaveBeenLastCalledWith('http://127.0.0.1:1/#token=new')
})

import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'

/** Draws a component as the workbench does, and gives a user to act on it. */
export function draw(element: ReactElement): UserEvent {
  render(element, { wrapper: Workbench })
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}

function Workbench({ children }: { readonly children: ReactNode }) {
  return <MantineProvider env="test">{children}</MantineProvider>
}

/** Chooses an option of a select by its name. */
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  const select = screen.getByRole('combobox', { name: label })
  await user.click(select)
  await user.click(within(listOf(select)).getByRole('option', { name: option }))
}

/** Names of the options that a select offers. */
export async function optionsOf(user: UserEvent, label: string): Promise<readonly (string | null)[]> {
  const select = screen.getByRole('combobox', { name: label })
  await user.click(select)
  return within(listOf(select))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
}

function listOf(select: HTMLElement): HTMLElement {
  const list = document.getElementById(select.getAttribute('aria-controls') ?? '')
  if (list === null) throw new Error('the select has no list')
  return list
}

import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Client } from '../data/connection/client.ts'
import type { Host } from '../data/connection/host.ts'
import { createEngine, EngineContext } from '../data/engine-context.ts'

/** Draws a component in the theme of the workbench. Returns a user to act on it. */
export function draw(element: ReactElement): UserEvent {
  render(element, { wrapper: Theme })
  return createUser()
}

/** Without style sheets of its own: every look-up by role would compute styles from them. */
function Theme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}

function createUser(): UserEvent {
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}

/** Answers by the method of the contract, such as `profiles.list`. A method without one never answers. */
type Answers = Readonly<Record<string, (input: never) => unknown>>

/** A call that reached the engine. */
type Call = readonly [method: string, input: unknown]

type Drawn = {
  readonly user: UserEvent
  readonly calls: readonly Call[]
  /** Addresses, the present one last. */
  readonly addresses: readonly string[]
}

/** Draws a component with an engine of given answers and an address of its own. */
export function drawWithEngine(element: ReactElement, answers: Answers): Drawn {
  const calls: Call[] = []
  // The proxy has every method of the contract.
  const client = fakeClient(answers, calls) as Client
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const engine = createEngine(client, fakeHost, queryClient)
  const { hook, history } = memoryLocation({ path: '/', record: true })
  render(
    <Theme>
      <QueryClientProvider client={queryClient}>
        <EngineContext value={engine}>
          <Router hook={hook}>{element}</Router>
        </EngineContext>
      </QueryClientProvider>
    </Theme>,
  )
  return { user: createUser(), calls, addresses: history }
}

const fakeHost: Host = {
  session: null,
  door: 'browser',
  chooseFolder: null,
  sourcesOfDrop: () => Promise.resolve([]),
  savePdf: null,
  dragOut: null,
  onCommand: () => () => undefined,
}

function fakeClient(answers: Answers, calls: Call[], path: readonly string[] = []): unknown {
  return new Proxy(() => undefined, {
    get: (_target, key) =>
      typeof key === 'string' && key !== 'then' ? fakeClient(answers, calls, [...path, key]) : undefined,
    apply: async (_target, _this, [input]: readonly unknown[]) => {
      const method = path.join('.')
      calls.push([method, input])
      const answer = answers[method]
      return answer === undefined ? new Promise(() => undefined) : answer(input as never)
    },
  })
}

/** Chooses an option of a select by its name. */
export async function choose(user: UserEvent, label: string, option: string | RegExp): Promise<void> {
  await user.click(within(await openList(user, label)).getByRole('option', { name: option }))
}

/** Names of the options that a select offers. */
export async function readSelectOptions(user: UserEvent, label: string): Promise<readonly (string | null)[]> {
  const options = within(await openList(user, label)).getAllByRole('option')
  return options.map(({ textContent }) => textContent)
}

async function openList(user: UserEvent, label: string): Promise<HTMLElement> {
  const select = screen.getByRole('combobox', { name: label })
  await user.click(select)
  const list = document.getElementById(select.getAttribute('aria-controls') ?? '')
  if (list === null) throw new Error(`${label} has no list`)
  return list
}

/** Texts of a table row by row, its header first. */
export function readTableTexts(table: HTMLElement): readonly (readonly (string | null)[])[] {
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
}

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './app/theme.css'
import {
  Button,
  isMantineColorScheme,
  MantineProvider,
  Title,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { buildCssVariables, theme } from './app/theme.ts'
import { connect } from './data/connection/connect.ts'
import { createEngine } from './data/engine-context.ts'
import type { PreferenceWriter } from './data/stores/preference-writer.ts'
import { Column, Mono } from './ui/layout/layout.tsx'

// At once instead of a turn later: a second key must not be answered from what was there before the first one.
notifyManager.setScheduler(queueMicrotask)

const element = document.getElementById('root')
if (element !== null) void start(element)

/** Connects first and reads the preferences, so that the first picture already has the right colours. */
async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root)
  const outcome = await connect()
  if (outcome.kind === 'refused') {
    page.render(<ConnectFailed reason={outcome.reason} detail={outcome.detail} />)
    return
  }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 2000 } } })
  const engine = createEngine(outcome.client, outcome.host, queryClient)
  const preferences = await outcome.client.preferences.all().catch(() => ({}))
  queryClient.setQueryData(engine.queries.preferences.all.queryKey(), preferences)
  const schemes = createColorSchemeManager(engine.preferences, preferences)
  window.addEventListener('pagehide', engine.preferences.flush)
  page.render(<App engine={engine} queryClient={queryClient} schemes={schemes} />)
}

/**
 * Keeps the colour scheme among the preferences of the engine: the page's own storage belongs to an origin, and
 * that changes with every port.
 */
function createColorSchemeManager(
  writer: PreferenceWriter,
  preferences: Readonly<Record<string, unknown>>,
): MantineColorSchemeManager {
  const stored = preferences['theme']
  let current: MantineColorScheme | null = isMantineColorScheme(stored) ? stored : null
  return {
    get: (fallback) => current ?? fallback,
    set: (value) => {
      current = value
      writer.set('theme', value)
    },
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    clear: () => {
      current = null
    },
  }
}

type ConnectFailedProps = { readonly reason: 'no-session' | 'unreachable'; readonly detail: string }

/** The whole page when there is no engine: what happened and what to do. */
function ConnectFailed({ reason, detail }: ConnectFailedProps) {
  const { title, what, action } = {
    'no-session': {
      title: 'This window has no session',
      what: 'The engine answers, but it does not know this window. The token in an address works only once.',
      action:
        'Open the address that Dewpoint printed in the terminal, with everything behind the #. If it was used already, a new one has been printed there.',
    },
    unreachable: {
      title: 'The engine does not answer',
      what: 'The page has loaded, but the program behind it does not respond.',
      action: 'Start Dewpoint again. In a browser, open the address that it then prints in the terminal.',
    },
  }[reason]
  return (
    <MantineProvider theme={theme} cssVariablesResolver={buildCssVariables} defaultColorScheme="auto">
      <Column component="main" align="flex-start" gap="sm" maw={520} mt="20vh" mx="auto" px="lg">
        <Title order={1} size="lg">
          {title}
        </Title>
        <p>{what}</p>
        <p>{action}</p>
        <Mono component="p" c="dimmed" mb="sm">
          {detail}
        </Mono>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Column>
    </MantineProvider>
  )
}

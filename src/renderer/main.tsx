import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './app/theme.css'
import { notifyManager, QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createColorSchemeManager } from './app/color-scheme.ts'
import { ConnectFailed } from './app/connect-failed.tsx'
import { connect } from './data/connect.ts'
import { createEngine } from './data/engine-context.ts'

// At once instead of a turn later: a second key must not be answered from what was there before the first one.
notifyManager.setScheduler(queueMicrotask)

/** Connects first and reads the preferences, so that the first picture already has the right colours. */
async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element)
  const outcome = await connect()
  if (outcome.kind === 'refused') {
    root.render(<ConnectFailed reason={outcome.reason} detail={outcome.detail} />)
    return
  }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 2000 } } })
  const engine = createEngine(outcome.client, outcome.host, queryClient)
  const preferences = await outcome.client.preferences.all().catch(() => ({}))
  queryClient.setQueryData(engine.queries.preferences.all.queryKey(), preferences)
  const schemes = createColorSchemeManager(engine.preferences, preferences)
  window.addEventListener('pagehide', engine.preferences.flush)
  root.render(<App engine={engine} queryClient={queryClient} schemes={schemes} />)
}

const element = document.getElementById('root')
if (element !== null) void start(element)

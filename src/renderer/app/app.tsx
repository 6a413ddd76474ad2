import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { EngineContext, type Engine, useEngine } from '../data/engine-context.ts'
import { findMovedRoute, findMovedTab } from '../lib/moved-routes.ts'
import { routes, type TaskTab, taskTabs } from '../lib/routes.ts'
import { ActivityView } from '../screens/activity/activity-view.tsx'
import { MovedRun } from '../screens/condense/moved-run.tsx'
import { NewExperimentView } from '../screens/experiments/editor/new-experiment-view.tsx'
import { ExperimentView } from '../screens/experiments/experiment-view.tsx'
import { ExperimentsView } from '../screens/experiments/list/experiments-view.tsx'
import { HomeView } from '../screens/home/home/home-view.tsx'
import { SettingsView } from '../screens/installation/settings/settings-view.tsx'
import { LibraryView } from '../screens/library/library/library-view.tsx'
import { ChooseView } from '../screens/methods/choose/choose-view.tsx'
import { MethodsView } from '../screens/methods/methods-view.tsx'
import { ProfilesView } from '../screens/models/profiles-view.tsx'
import { ComparePromptsView } from '../screens/prompts/compare/compare-prompts-view.tsx'
import { PromptsView } from '../screens/prompts/prompts-view.tsx'
import { WhenView } from '../screens/replay/when/when-view.tsx'
import { TaskView } from '../screens/task/task-view.tsx'
import { ErrorBoundary } from '../ui/components/error-boundary.tsx'
import { Frame } from './frame.tsx'
import { SessionEnded } from './session-ended.tsx'
import { buildCssVariables, theme } from './theme.ts'

type AppProps = {
  readonly engine: Engine
  readonly queryClient: QueryClient
  readonly schemes: MantineColorSchemeManager
}

/** The workbench: providers, frame and the screen of each address. */
export function App({ engine, queryClient, schemes }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={buildCssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <EngineContext value={engine}>
          <Router hook={useHashLocation}>
            <Notifications position="bottom-right" limit={3} autoClose={6000} />
            <Frame>
              <Screens />
            </Frame>
            {engine.host.session === null ? null : <SessionEnded session={engine.host.session} />}
          </Router>
        </EngineContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}

type ExperimentParameters = {
  experimentId: string
  place?: string
  a?: string
  b?: string
  c?: string
  d?: string
}
type TaskParameters = { taskId: string; tab?: string; detail?: string; more?: string }
type PromptParameters = { promptId?: string; tab?: string; before?: string; after?: string }

function Screens() {
  const [location] = useLocation()
  useLibraryEvents()
  return (
    <ErrorBoundary key={buildMountKey(location)}>
      <Switch>
        <Route path={routes.home} component={HomeView} />
        <Route<{ tab?: string; detail?: string; more?: string }> path="/library/:tab?/:detail?/:more?">
          {({ tab, detail, more }) => (
            <LibraryView tab={tab ?? null} detail={detail ?? null} more={more ?? null} />
          )}
        </Route>
        <Route<TaskParameters> path="/task/:taskId/:tab?/:detail?/:more?">{renderTask}</Route>
        <Route path="/run/:runId">{({ runId }) => <MovedRun runId={runId} />}</Route>
        <Route path="/when/:taskId">{({ taskId }) => <WhenView key={taskId} taskId={taskId} />}</Route>
        <Route<{ tab?: string; selection?: string }> path="/activity/:tab?/:selection?">
          {({ tab, selection }) => (
            <ActivityView tab={tab === 'methods' ? tab : 'runs'} selection={selection ?? null} />
          )}
        </Route>
        <Route path={routes.experiments} component={ExperimentsView} />
        <Route path={routes.newExperiment} component={NewExperimentView} />
        <Route path="/experiments/prompts/:prompts">
          {({ prompts }) => <ComparePromptsView references={prompts.split(',')} />}
        </Route>
        <Route<ExperimentParameters> path="/experiment/:experimentId/:place?/:a?/:b?/:c?/:d?">
          {renderExperiment}
        </Route>
        <Route<{ profileId?: string }> path="/profiles/:profileId?">
          {({ profileId }) => <ProfilesView profileId={profileId ?? null} />}
        </Route>
        <Route<PromptParameters> path="/prompts/:promptId?/:tab?/:before?/:after?">{renderPrompts}</Route>
        <Route path={routes.choose} component={ChooseView} />
        <Route<{ providerId?: string }> path="/methods/:providerId?">
          {({ providerId }) => <MethodsView providerId={providerId ?? null} />}
        </Route>
        <Route path={routes.settings} component={SettingsView} />
        <Route>
          <Redirect to={findMovedRoute(location)} replace />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}

const renderPrompts = ({ promptId, tab, before, after }: PromptParameters) => (
  <PromptsView promptId={promptId ?? null} tab={tab ?? null} before={before ?? null} after={after ?? null} />
)
function renderTask({ taskId, tab, detail, more }: TaskParameters) {
  const moved = findMovedTab(taskId, tab, detail)
  if (moved !== null) return <Redirect to={moved} replace />
  return (
    <TaskView key={taskId} {...{ taskId }} tab={pickTab(tab)} detail={detail ?? null} more={more ?? null} />
  )
}

const renderExperiment = ({ experimentId, place, a, b, c, d }: ExperimentParameters) => (
  <ExperimentView
    key={experimentId}
    experimentId={experimentId}
    place={place ?? null}
    steps={[a, b, c, d].filter((step) => step !== undefined)}
  />
)

/** Key of what is mounted anew when the address changes: a task or an experiment, else the screen. */
function buildMountKey(location: string): string {
  const isOne = ['/task/', '/experiment/'].some((start) => location.startsWith(start))
  return location.split('/', isOne ? 3 : 2).join('/')
}

function pickTab(name: string | undefined): TaskTab {
  // One of several is named in the singular.
  if (name === 'condensation') return 'condensations'
  return taskTabs.find((tab) => tab === name) ?? 'messages'
}

/** Keeps what is shown of the library current, as long as the window is open. Mounted once. */
function useLibraryEvents(): void {
  const { library } = useEngine()
  useEffect(() => library.follow(), [library])
}

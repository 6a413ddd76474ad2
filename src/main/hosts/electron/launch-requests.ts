import type { App } from 'electron'
import type { Dewpoint } from '../../compose.ts'
import { commandForLink } from './deep-link.ts'
import type { Grants } from './grants.ts'
import { launchRequestSchema, type LaunchRequest } from './launch-arguments.ts'
import type { MainWindow } from './window.ts'

type LaunchDependencies = {
  readonly app: Pick<App, 'on'>
  readonly tasks: Dewpoint['client']['tasks']
  readonly grants: Grants
  readonly window: MainWindow
  /** Tells the person that the folder they named could not be opened. */
  readonly showError: (title: string, message: string) => void
}

/** Follows what a launch asks for; returns the function that does, for the first launch. */
export function setupLaunchRequests(
  dependencies: LaunchDependencies,
): (request: LaunchRequest) => Promise<void> {
  const { app, window } = dependencies
  const follow = async (request: LaunchRequest): Promise<void> => {
    await window.show()
    const command = request.link === undefined ? undefined : commandForLink(request.link)
    if (command !== undefined) window.send(command)
    if (request.target !== undefined) await openTarget(dependencies, request.target)
  }
  const followQuietly = (request: LaunchRequest): void => {
    follow(request).catch((error: unknown) => dependencies.showError('Dewpoint', messageOf(error)))
  }
  // A second launch on the same data forwards its arguments to this one and ends.
  app.on('second-instance', (_event, _argv, _workingFolder, forwarded) => {
    followQuietly(launchRequestSchema.safeParse(forwarded).data ?? {})
  })
  app.on('activate', () => followQuietly({}))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    followQuietly({ link })
  })
  app.on('open-file', (event, target) => {
    event.preventDefault()
    followQuietly({ target })
  })
  return follow
}

async function openTarget(
  { tasks, grants, window, showError }: LaunchDependencies,
  target: string,
): Promise<void> {
  try {
    const { tasks: opened, problems } = await tasks.open({ kind: 'grant', token: grants.issue(target) })
    const [first, ...others] = opened
    if (first === undefined)
      showError('Nothing to open', `${target}: ${problems[0]?.reason ?? 'no task was found'}`)
    else window.send(others.length > 0 ? 'navigate:/library' : `navigate:/task/${first.id}/messages`)
  } catch (error) {
    showError('Nothing to open', `${target}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import type { App } from 'electron'
import type { Dewpoint } from '../../compose.ts'
import { commandForLink } from './deep-link.ts'
import type { Grants } from './grants.ts'
import { launchRequestSchema, type LaunchRequest } from './launch-arguments.ts'
import type { MainWindow } from './window.ts'

/** Hands over what later launches ask for, from the first on; call it once. */
export type LaunchQueue = (follow: (request: LaunchRequest) => void) => void

/**
 * Collects what the system and later launches ask of this one. Must run before `ready`: a Mac sends the link that the
 * app was started with right then, long before there is a window.
 */
export function collectLaunchRequests(app: Pick<App, 'on'>): LaunchQueue {
  const waiting: LaunchRequest[] = []
  let follow = (request: LaunchRequest): void => {
    waiting.push(request)
  }
  // A second launch on the same data forwards its arguments to this one and ends.
  app.on('second-instance', (_event, _argv, _workingFolder, forwarded) => {
    follow(launchRequestSchema.safeParse(forwarded).data ?? {})
  })
  app.on('activate', () => follow({}))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow({ link })
  })
  app.on('open-file', (event, target) => {
    event.preventDefault()
    follow({ target })
  })
  return (given) => {
    follow = given
    for (const request of waiting.splice(0)) given(request)
  }
}

type LaunchDependencies = {
  readonly tasks: Pick<Dewpoint['client']['tasks'], 'open'>
  readonly grants: Grants
  readonly window: Pick<MainWindow, 'show' | 'send'>
  /** Tells the person that the folder they named could not be opened. */
  readonly showError: (title: string, message: string) => void
}

/** Does what a launch asks for: shows the window, follows a link, opens a folder. */
export async function followLaunchRequest(
  dependencies: LaunchDependencies,
  { link, target }: LaunchRequest,
): Promise<void> {
  const { window } = dependencies
  await window.show()
  const command = link === undefined ? undefined : commandForLink(link)
  if (command !== undefined) window.send(command)
  if (target !== undefined) await openTarget(dependencies, target)
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
    else window.send(others.length > 0 ? 'navigate:/home' : `navigate:/task/${first.id}/messages`)
  } catch (error) {
    showError('Nothing to open', `${target}: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import type { App } from 'electron'
import { append } from '../../../shared/kernel/append.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { parseLinkCommand } from './deep-link.ts'
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
    follow({ targets: [target] })
  })
  return (given) => {
    follow = given
    for (const request of waiting.splice(0)) given(request)
  }
}

type LaunchDependencies = {
  readonly tasks: Pick<Dewpoint['client']['tasks'], 'show'>
  readonly grants: Grants
  readonly window: Pick<MainWindow, 'show' | 'send'>
  /** Tells the person that the folder they named could not be opened. */
  readonly showError: (title: string, message: string) => void
}

/** Does what a launch asks for: shows the window, follows a link, opens a folder. */
export async function followLaunchRequest(
  dependencies: LaunchDependencies,
  { link, targets = [] }: LaunchRequest,
): Promise<void> {
  const { window } = dependencies
  await window.show()
  const command = link === undefined ? undefined : parseLinkCommand(link)
  if (command !== undefined) window.send(command)
  if (targets.length > 0) await openTargets(dependencies, targets)
}

/** Opens all that can be opened and names what cannot; one task shows itself, more are answered on Home. */
async function openTargets(
  { tasks, grants, window, showError }: LaunchDependencies,
  targets: readonly string[],
): Promise<void> {
  const ids: string[] = []
  const failures: string[] = []
  for (const target of targets) {
    try {
      const { tasks: opened, problems } = await tasks.show({ kind: 'grant', token: grants.issue(target) })
      append(
        ids,
        opened.map(({ id }) => id),
      )
      if (opened.length === 0) failures.push(`${target}: ${problems[0]?.reason ?? 'no task was found'}`)
    } catch (error) {
      failures.push(`${target}: ${describeError(error)}`)
    }
  }
  const [only, ...others] = ids
  if (only !== undefined)
    window.send(others.length > 0 ? 'navigate:/home' : `navigate:/task/${only}/messages`)
  if (failures.length > 0)
    showError(only === undefined ? 'Nothing to open' : 'Not all could be opened', failures.join('\n'))
}

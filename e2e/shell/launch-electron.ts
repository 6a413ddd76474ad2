import { once } from 'node:events'
import { _electron } from '@playwright/test'
import { homeEnvironment } from '../fixtures/plain-environment.ts'
import { electronArguments } from './launch-command.ts'
import type { Shell, ShellOptions } from './shell.ts'

/** Starts the app in Electron and waits for its window. */
export async function launchElectron(options: ShellOptions): Promise<Shell> {
  // Without a path Playwright finds the runtime itself, and holds the app back until it has attached.
  const app = await _electron.launch({
    args: electronArguments(options),
    env: homeEnvironment(options.homeFolder),
  })
  const child = app.process()
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const page = await app.firstWindow()
  await page.waitForLoadState()
  return {
    page,
    pages: () => app.windows(),
    // Playwright hands the same module and the argument over, the latter typed for its handles.
    inMain: (body, argument) => app.evaluate(body as never, argument) as never,
    ended: () => exit,
    close: () => app.close(),
  }
}

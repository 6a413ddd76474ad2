import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from '@playwright/test'
import { homeEnvironment } from '../fixtures/plain-environment.ts'
import { launchCommand } from './launch-command.ts'
import type { Shell, ShellOptions } from './shell.ts'
import type { ControlAnswer } from './stand-in/control.ts'

/** Starts the built main bundle in Node with the stand-in for `electron`, and attaches to the browser it opens. */
export async function launchStandIn(options: ShellOptions): Promise<Shell> {
  const [command, ...args] = launchCommand(options)
  const child = spawn(command, args, {
    env: homeEnvironment(options.homeFolder),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  const failure = exit.then((code) => Promise.reject(new Error(`The app ended with ${code}:\n${output}`)))
  // Whoever waits for the app hears of it; afterwards nobody does.
  failure.catch(() => undefined)
  const port = await Promise.race([debuggingPort(child), failure])
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  const page = context?.pages()[0]
  if (context === undefined || page === undefined) throw new Error('The stand-in opened no page.')
  await Promise.race([page.waitForURL(/\.app\.invalid\//), failure])
  await page.waitForLoadState()
  const inMain = controlOf(child)
  return {
    page,
    pages: () => context.pages(),
    inMain: (body, argument) => Promise.race([inMain(body.toString(), argument), failure]) as never,
    ended: () => exit,
    close: async () => {
      // Let go of the browser before the app closes it.
      await browser.close()
      child.kill('SIGTERM')
      await exit
    },
  }
}

function debuggingPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('message', (message: { readonly debuggingPort?: number }) => {
      if (message.debuggingPort !== undefined) resolve(message.debuggingPort)
    })
  })
}

function controlOf(child: ChildProcess): (source: string, argument: unknown) => Promise<unknown> {
  let count = 0
  return (source, argument) => {
    count += 1
    const id = count
    return new Promise((resolve, reject) => {
      const listen = (answer: ControlAnswer): void => {
        if (answer.id !== id) return
        child.off('message', listen)
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer.value)
      }
      child.on('message', listen)
      child.send({ id, source, argument })
    })
  }
}

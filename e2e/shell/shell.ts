import type { Page } from '@playwright/test'
import type * as ElectronModule from 'electron'

/** The `electron` module as a test sees it in the main process. */
export type Electron = typeof ElectronModule

/** The desktop app under test: in Electron where its runtime is present, else in Node with the stand-in. */
export type Shell = {
  /** The window's page. */
  readonly page: Page
  /** All pages of the app, the window's included. */
  readonly pages: () => readonly Page[]
  /** Runs a function in the main process. It is sent as text: it may use nothing but its arguments. */
  readonly inMain: <Argument, Value>(
    body: (electron: Electron, argument: Argument) => Value | Promise<Value>,
    argument: Argument,
  ) => Promise<Value>
  /** Waits for the app to end; its exit code. */
  readonly ended: () => Promise<number | null>
  /** Quits the app as its menu does. */
  readonly close: () => Promise<void>
}

export type ShellOptions = {
  readonly dataFolder: string
  readonly homeFolder: string
  /** What stands on the command line after `--data`. */
  readonly args?: readonly string[]
}

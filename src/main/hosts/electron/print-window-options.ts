import type { BrowserWindowConstructorOptions, Session } from 'electron'
import { confinedPage } from './confined-page.ts'

/**
 * Options of the window that a report is printed in: never shown, without scripts, without a preload, in a session
 * that nothing else shares. A report may come from anywhere.
 */
export function printWindowOptions(reports: Session): BrowserWindowConstructorOptions {
  return {
    show: false,
    width: 800,
    height: 1120,
    webPreferences: { ...confinedPage, session: reports, javascript: false },
  }
}

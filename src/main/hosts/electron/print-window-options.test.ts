import { expect, it } from 'vitest'
import { printWindowOptions } from './print-window-options.ts'

it('what is printed is never shown and has no script, no preload, no Node and a session of its own', () => {
  const session = {} as never
  const { show, webPreferences } = printWindowOptions(session)
  expect(show).toBe(false)
  expect(webPreferences?.session).toBe(session)
  expect(webPreferences).toMatchObject({
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  })
  expect(webPreferences).not.toHaveProperty('preload')
})

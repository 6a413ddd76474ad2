import { randomUUID } from 'node:crypto'
import { BrowserWindow, session, type Session } from 'electron'
import { pageScheme } from './page-address.ts'
import { setupPermissions } from './permissions.ts'
import { printWindowOptions } from './print-window-options.ts'

/** A host of its own, so that nothing there is ever taken for the page. */
const origin = `${pageScheme}://report/`

/** Prints HTML reports as PDF. They are held in memory, and no request leaves for anywhere. */
export function createReportPrinter(): (html: string) => Promise<Uint8Array> {
  const waiting = new Map<string, string>()
  let reports: Session | undefined
  return async (html) => {
    reports ??= openSession(waiting)
    const address = `${origin}${randomUUID()}`
    waiting.set(address, html)
    const window = new BrowserWindow(printWindowOptions(reports))
    try {
      await window.loadURL(address)
      return await window.webContents.printToPDF({
        printBackground: true,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
      })
    } finally {
      waiting.delete(address)
      window.destroy()
    }
  }
}

/** In memory, without permissions, answering for nothing but what waits to be printed. */
function openSession(waiting: ReadonlyMap<string, string>): Session {
  const reports = session.fromPartition('report')
  setupPermissions(reports)
  reports.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !url.startsWith(origin) }))
  reports.protocol.handle(pageScheme, ({ url }) => {
    const html = waiting.get(url)
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return html === undefined ? new Response(null, { status: 404 }) : new Response(html, { headers })
  })
  return reports
}

/** Names of the messages between preload and main process. The contract's calls go over the port instead. */
export const channels = {
  /** Preload to main, with one transferred port: the page wants to call the contract. */
  connect: 'dewpoint:connect',
  /** Preload to main: show the folder dialog; answers a grant or null. */
  openFolder: 'dewpoint:open-folder',
  /** Preload to main: a grant for the path of a dropped file; answers a grant or null. */
  grantFile: 'dewpoint:grant-file',
  /** Preload to main: print a report to a file that a dialog asks for; answers a `PdfOutcome`. */
  savePdf: 'dewpoint:save-pdf',
  /** Preload to main: drag a text out of the window as a file. */
  dragOut: 'dewpoint:drag-out',
  /** Main to preload: a menu item or a deep link was chosen. */
  command: 'dewpoint:command',
} as const

/**
 * What the desktop's preload puts on `window.dewpoint`: the few things that a page cannot do for itself. All
 * engine work goes over the MessagePort that the page hands over with `desktopConnectMessage`. `DroppedFile` is the
 * DOM's `File` on both sides; it is a parameter because this layer knows no DOM.
 */
export type DesktopBridge<DroppedFile> = {
  readonly door: 'desktop'
  /** Shows the folder dialog in the main process; a single-use grant token, or null when cancelled. */
  readonly openFolder: () => Promise<string | null>
  /** A single-use grant token for a dropped file or folder; null where it has no place on disk. */
  readonly grantForFile: (file: DroppedFile) => Promise<string | null>
  /** Shows the dialog to save, which proposes the name, and prints an HTML report as PDF to the file that was chosen. */
  readonly savePdf: (report: TextFile) => Promise<PdfOutcome>
  /** Goes on with a drag that has begun in the page: the text leaves the window as a file. */
  readonly dragOut: (file: TextFile) => Promise<void>
  /** Menu items and deep links: `open-folder`, `palette`, `navigate:/library` ... Returns the way to stop listening. */
  readonly onCommand: (listener: (command: string) => void) => () => void
}

/** A text with the name of its file, without a folder. */
export type TextFile = { readonly text: string; readonly fileName: string }

/** How saving as PDF ended. The page does not learn where. */
export type PdfOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** The page posts this to its own window with one transferred port; the preload forwards the port. */
export const desktopConnectMessage = 'dewpoint:connect'

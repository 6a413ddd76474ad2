import type { PdfOutcome, TextFile } from '../../../shared/api/desktop-bridge.ts'
import type { TaskSource } from '../../../shared/library/tasks-contract.ts'

/** A session that can end: calls then wait until there is one again. */
export type Session = {
  /** Whether it has ended. */
  readonly hasEnded: () => boolean
  /** Says each time that it ended or goes on. Returns the way to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
  /** Goes on with the address of a new one, or with one that another tab has opened; false where there is none. */
  readonly renew: (address: string) => Promise<boolean>
}

/** Capabilities that the page gets from its host. */
export type Host = {
  /** The session of a browser, which can end; null where there is none. */
  readonly session: Session | null
  readonly door: 'desktop' | 'browser'
  /** The system's folder dialog, or null where the folder browser of the contract takes its place. */
  readonly chooseFolder: (() => Promise<TaskSource | null>) | null
  /** What was dropped on the window, ready to open. Must be called inside the drop event. */
  readonly sourcesOfDrop: (data: DataTransfer) => Promise<readonly TaskSource[]>
  /** Saves an HTML report as PDF after a dialog, or null where the browser prints it. */
  readonly savePdf: ((report: TextFile) => Promise<PdfOutcome>) | null
  /** Goes on with a drag that has begun: the text leaves the window as a file. Null where a window can't do that. */
  readonly dragOut: ((file: TextFile) => Promise<void>) | null
  /** Menu items and deep links. Returns the way to stop listening. */
  readonly onCommand: (listener: (command: string) => void) => () => void
}
